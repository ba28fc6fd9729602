#!/bin/sh
# Builds Citus from a folder with its sources and installs it for a PostgreSQL of this machine.
#
#   deploy/citus/install.sh <folder>
#
# PG_CONFIG names that PostgreSQL's pg_config. It needs the server's headers (Debian: postgresql-server-dev-15), a C compiler, make,
# flex, and the headers of lz4, zstd and OpenSSL. Tried with Citus 13.2 on PostgreSQL 15.
set -eu

[ -x "${1:-}/configure" ] || {
  echo 'name a folder with the sources of Citus' >&2
  exit 2
}
cd "$1"
./configure --without-libcurl "PG_CONFIG=${PG_CONFIG:-pg_config}"
make extension with_llvm=no
make install-extension with_llvm=no
