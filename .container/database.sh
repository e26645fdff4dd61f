#!/bin/sh
# Runs once, when PostgreSQL fills its empty volume: two roles, so that row-level security holds for requests.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set owner="$DATABASE_OWNER_PASSWORD" --set app="$DATABASE_APP_PASSWORD" <<'SQL'
create role solar_owner login password :'owner';
create role solar_app login password :'app';
create database solar owner solar_owner;
SQL
