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
      "DROP INDEX follows_by_followee; DROP INDEX follows_by_follower; DROP INDEX posts_by_time; DROP INDEX posts_by_id;"
      "DROP INDEX posts_by_thread; DROP INDEX posts_by_reply_to; DROP INDEX posts_by_answerer; DROP INDEX posts_by_repost;"
      "DROP INDEX likes_by_user; DROP INDEX likes_by_post; DROP INDEX likes_by_author;"
      "INSERT INTO users SELECT * FROM s.users ORDER BY id;"
      "INSERT INTO user_words (rowid, username, name) SELECT id, username, name FROM s.users ORDER BY id;"
      "INSERT INTO follows SELECT * FROM s.follows ORDER BY follower, followee;"
      "CREATE INDEX follows_by_followee ON follows (followee, at, follower);"
      "CREATE INDEX follows_by_follower ON follows (follower, at, followee);"
      "INSERT INTO posts SELECT * FROM s.posts ORDER BY author, private, at;"
      "CREATE UNIQUE INDEX posts_by_time ON posts (at);"
      "CREATE UNIQUE INDEX posts_by_id ON posts (id);"
      "CREATE INDEX posts_by_thread ON posts (thread, at, reply_to, id) WHERE thread IS NOT NULL;"
      "CREATE INDEX posts_by_reply_to ON posts (reply_to, at) WHERE reply_to IS NOT NULL;"
      "CREATE INDEX posts_by_answerer ON posts (author, at) WHERE reply_to IS NOT NULL AND private = 0;"
      "CREATE UNIQUE INDEX posts_by_repost ON posts (reposts, author) WHERE reposts IS NOT NULL;"
      "INSERT INTO post_words (rowid, text, alt) SELECT at, text, alt FROM s.posts ORDER BY at;"
      "INSERT INTO likes SELECT * FROM s.likes ORDER BY post, liker;"
      "CREATE INDEX likes_by_user ON likes (liker, at, post, author);"
      "CREATE INDEX likes_by_post ON likes (post, at, liker);"
      "CREATE INDEX likes_by_author ON likes (author, at, post, liker) WHERE author <> liker;"
      "INSERT INTO mentions SELECT * FROM s.mentions ORDER BY post, mentioned;"
      "INSERT INTO hashtags SELECT * FROM s.hashtags ORDER BY tag, at;"
      "UPDATE counters SET value = (SELECT value FROM s.counters AS c WHERE c.name = counters.name);"
      "COMMIT; DETACH s; PRAGMA wal_checkpoint(TRUNCATE)");
}
