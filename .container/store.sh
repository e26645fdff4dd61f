#!/bin/sh
# Starts the store with two accounts. That of the app reads, writes and lists its bucket; the other one makes it.
# No part of the store listens but on this container's own address, and S3 on the socket too.
set -eu
umask 077
for value in "$STORE_BUCKET" "$STORE_KEY" "$STORE_SECRET" "$BUCKET_KEY" "$BUCKET_SECRET"; do
  case "$value" in
    "" | *[!A-Za-z0-9]*) echo "Names and passwords of the store are letters and digits." >&2; exit 1 ;;
  esac
done
if [ "$STORE_KEY" = "$BUCKET_KEY" ]; then
  echo "STORE_KEY and BUCKET_KEY are two accounts." >&2
  exit 1
fi
cat > /tmp/accounts.json <<JSON
{
  "identities": [
    {
      "name": "app",
      "credentials": [{ "accessKey": "$STORE_KEY", "secretKey": "$STORE_SECRET" }],
      "actions": ["Read:$STORE_BUCKET", "Write:$STORE_BUCKET", "List:$STORE_BUCKET"]
    },
    {
      "name": "bucket",
      "credentials": [{ "accessKey": "$BUCKET_KEY", "secretKey": "$BUCKET_SECRET" }],
      "actions": ["Admin:$STORE_BUCKET"]
    }
  ]
}
JSON
unset STORE_KEY STORE_SECRET BUCKET_KEY BUCKET_SECRET
exec weed server -dir=/data -ip=127.0.0.1 -ip.bind=127.0.0.1 -master.telemetry=false \
  -filer.disableDirListing -filer.exposeDirectoryData=false \
  -s3 -s3.config=/tmp/accounts.json -s3.localSocket=/socket/s3.sock -s3.iam=false \
  -s3.autoCreateBucket=false -s3.allowDeleteBucketNotEmpty=false -s3.port.iceberg=0 -s3.port.lance=0
