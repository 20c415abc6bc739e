#!/bin/sh
# Runs once, on an empty volume. The app is no superuser, and the superuser cannot log in from the network.
set -eu
psql --no-psqlrc --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" --username=postgres <<'SQL'
create role trilha login password :'password';
create database trilha owner trilha;
revoke connect on database trilha from public;
alter role postgres password null;
SQL
