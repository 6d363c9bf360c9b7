#!/bin/sh
# backup.sh FOLDER: makes a backup in a new folder of FOLDER, named after its time in UTC. Of the backups there, the newest of
# each of the last seven days and of each of the last four weeks stay. Folders with other names are never touched.
set -eu
folder=$1
node server/admin.ts backup "$folder/$(date -u +%Y-%m-%dT%H%M%SZ)"

days=0 weeks=0 last_day='' last_week=''
for name in $(ls -r "$folder"); do
  case $name in
    [0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9][0-9][0-9][0-9][0-9]Z) ;;
    *) continue ;;
  esac
  day=${name%T*}
  stays=no
  # Without its sums, which come last, a folder is what a killed backup has left.
  if [ -e "$folder/$name/SHA256SUMS" ] && [ "$day" != "$last_day" ]; then
    last_day=$day
    if [ "$days" -lt 7 ]; then days=$((days + 1)) stays=yes; fi
    if [ "$weeks" -lt 4 ]; then
      week=$(date -u -d "$day" +%G-%V)
      if [ "$week" != "$last_week" ]; then last_week=$week weeks=$((weeks + 1)) stays=yes; fi
    fi
  fi
  if [ "$stays" = no ]; then
    rm -rf "${folder:?}/$name"
    echo "Deleted the old backup $name."
  fi
done
