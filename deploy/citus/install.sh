#!/bin/sh
# Builds Citus from a folder with its sources and installs it for a PostgreSQL of this machine.
#
#   deploy/citus/install.sh <folder>
#
# PG_CONFIG names that PostgreSQL's pg_config; CPPFLAGS and LDFLAGS where headers and libraries are that the compiler does not know. On
# Debian: apt-get install build-essential flex postgresql-server-dev-15 libkrb5-dev liblz4-dev libzstd-dev libssl-dev. Tried with
# Citus 13.2 on PostgreSQL 15.
set -eu

[ -x "${1:-}/configure" ] || {
  echo 'name a folder with the sources of Citus' >&2
  exit 2
}
cd "$1"
pg_config=${PG_CONFIG:-pg_config}
headers=$("$pg_config" --includedir-server)

missing=
for program in cc make flex; do
  command -v "$program" >/dev/null || missing="$missing $program"
done
[ -e "$headers/postgres.h" ] || missing="$missing postgresql-server-dev"
# PostgreSQL's own headers ask for Kerberos' where it was built with it, as Debian's was.
for header in gssapi/gssapi.h lz4.h zstd.h openssl/ssl.h; do
  # shellcheck disable=SC2086
  echo "#include <$header>" | cc ${CPPFLAGS:-} -E - >/dev/null 2>&1 || missing="$missing $header"
done
[ -z "$missing" ] || {
  echo "missing:$missing; on Debian: apt-get install build-essential flex postgresql-server-dev-15 libkrb5-dev liblz4-dev libzstd-dev libssl-dev" >&2
  exit 1
}

# Later releases of PostgreSQL 15 declare a function that Citus 13.2 brings along for it: theirs is enough.
if grep -q have_createdb_privilege "$headers/commands/dbcommands.h"; then
  sed -i.before '/^static inline bool$/{
    N
    /have_createdb_privilege(void)/{
      :body
      N
      /\n}$/!b body
      d
    }
  }' src/include/pg_version_compat.h
fi

./configure --without-libcurl "PG_CONFIG=$pg_config"
make extension with_llvm=no
make install-extension with_llvm=no
