#!/bin/sh
# Makes the bucket once the store answers, where it is not there yet.
set -eu
bucket="$STORE_BUCKET"
ask() { echo "$1" | weed shell -master=store:9333 2>/dev/null; }
for _ in $(seq 60); do
  if ask s3.bucket.list | grep -qE "(^|[ >])$bucket[[:space:]]"; then exit 0; fi
  ask "s3.bucket.create -name $bucket" || true
  sleep 1
done
echo "The bucket $bucket could not be made." >&2
exit 1
