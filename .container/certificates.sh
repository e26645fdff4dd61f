#!/bin/sh
# Makes the certificates of the services, once, and again where one does not name its service, as of an earlier version.
# The key of the authority exists while this runs, in memory.
set -eu
made=${MADE:-/made}
days=3650
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
services="app database store-proxy"
named() {
  [ -s "$made/$1/certificate.pem" ] &&
    openssl x509 -in "$made/$1/certificate.pem" -noout -checkhost "$1" | grep -q "does match"
}
if [ -s "$made/authority/authority.pem" ]; then
  all=yes
  for service in $services; do named "$service" || all=no; done
  if [ "$all" = yes ]; then exit 0; fi
fi
umask 077
key() { openssl genpkey -quiet -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1"; }
key "$work/authority.key"
openssl req -x509 -new -key "$work/authority.key" -subj "/CN=Heliograph services" -days "$days" \
  -addext "basicConstraints=critical,CA:TRUE,pathlen:0" -addext "keyUsage=critical,keyCertSign" \
  -out "$work/authority.pem"
for service in $services; do
  key "$work/service.key"
  openssl req -new -key "$work/service.key" -subj "/CN=$service" -out "$work/service.csr"
  cat > "$work/service.ext" <<EXT
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=serverAuth
subjectAltName=DNS:$service,DNS:localhost
EXT
  openssl x509 -req -in "$work/service.csr" -CA "$work/authority.pem" -CAkey "$work/authority.key" -days "$days" \
    -extfile "$work/service.ext" -out "$work/service.pem" 2>/dev/null
  # Each service has a volume of its own, and a user of its own.
  rm -f "$made/$service/key.pem" "$made/$service/certificate.pem"
  cat "$work/service.key" > "$made/$service/key.pem"
  cat "$work/service.pem" > "$made/$service/certificate.pem"
  chmod 0444 "$made/$service/key.pem" "$made/$service/certificate.pem"
done
# Last, so that a run that was broken off begins again.
cat "$work/authority.pem" > "$made/authority/authority.tmp"
chmod 0444 "$made/authority/authority.tmp"
mv "$made/authority/authority.tmp" "$made/authority/authority.pem"
