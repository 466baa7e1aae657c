#include <stdio.h>

#include "network.h"

// Fills an empty network with the rows of another one, as fast as SQLite takes them: sorted, in one
// transaction, without looking for orphans, and each index after its rows.
void load(network *n, const char *source) {
  char attach[4200];
  snprintf(attach, sizeof attach, "ATTACH 'file:%s' AS s", source);
  execute(n, "PRAGMA cache_size = -65536; PRAGMA foreign_keys = OFF");
  execute(n, attach);
  execute(
      n,
      "BEGIN IMMEDIATE;"
      "DROP INDEX follows_by_followee; DROP INDEX posts_by_time; DROP INDEX posts_by_id; DROP INDEX likes_by_user;"
      "INSERT INTO users SELECT * FROM s.users ORDER BY id;"
      "INSERT INTO user_words (rowid, username, name) SELECT id, username, name FROM s.users ORDER BY id;"
      "INSERT INTO follows SELECT * FROM s.follows ORDER BY follower, followee;"
      "CREATE UNIQUE INDEX follows_by_followee ON follows (followee, follower);"
      "INSERT INTO posts SELECT * FROM s.posts ORDER BY author, private, at;"
      "CREATE UNIQUE INDEX posts_by_time ON posts (at);"
      "CREATE UNIQUE INDEX posts_by_id ON posts (id);"
      "INSERT INTO post_words (rowid, text, alt) SELECT at, text, alt FROM s.posts ORDER BY at;"
      "INSERT INTO likes SELECT * FROM s.likes ORDER BY post, user;"
      "CREATE INDEX likes_by_user ON likes (user, at, post);"
      "UPDATE counters SET value = (SELECT value FROM s.counters AS c WHERE c.name = counters.name);"
      "COMMIT; DETACH s; PRAGMA wal_checkpoint(TRUNCATE)");
}
