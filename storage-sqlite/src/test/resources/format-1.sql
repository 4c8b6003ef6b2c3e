-- A store as snapdsl made it before there were containers, by 'sqlite3 store.db .dump'.
PRAGMA page_size = 16384;
PRAGMA auto_vacuum = INCREMENTAL;
PRAGMA application_id = 1936613744;
PRAGMA journal_mode = WAL;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE subject (
    id        INTEGER PRIMARY KEY,
    kind      TEXT NOT NULL,
    name      TEXT NOT NULL UNIQUE,
    location  BLOB NOT NULL,
    inode     INTEGER NOT NULL,
    seconds   INTEGER NOT NULL,
    nanos     INTEGER NOT NULL,
    unknown_changes TEXT NOT NULL DEFAULT 'auto-integrate',
    ignored         TEXT,
    consolidate_above INTEGER);
INSERT INTO subject VALUES(1,'workspace','project',X'2f746d702f666f726d61742d312f70726f6a656374',2507465,1794864963,27408978,'auto-integrate',NULL,NULL);
CREATE TABLE operation (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    seconds     INTEGER NOT NULL,
    nanos       INTEGER NOT NULL,
    kind        TEXT NOT NULL,
    subject_id  INTEGER REFERENCES subject,
    snapshot    BLOB,
    detail      TEXT NOT NULL);
INSERT INTO operation VALUES(1,1794864963,266511566,'snap',1,X'5a788765ce4643b24fd34a3076e6fa49011253c9c4016e395820dcbd013d8931','first of format 1');
INSERT INTO operation VALUES(2,1794864963,538793249,'snap',1,X'8bb25f07e2a0315e7df938851eded2a8ac899034397809ea851ff3e261e4611d','second');
INSERT INTO operation VALUES(3,1794864963,765744091,'pin',1,X'5a788765ce4643b24fd34a3076e6fa49011253c9c4016e395820dcbd013d8931','5a788765ce');
INSERT INTO operation VALUES(4,1794864964,14197237,'milestone',1,X'8bb25f07e2a0315e7df938851eded2a8ac899034397809ea851ff3e261e4611d','Start: #1 to #2');
CREATE TABLE snapshot (
    id          BLOB PRIMARY KEY,
    subject_id  INTEGER NOT NULL REFERENCES subject,
    subject     TEXT NOT NULL,
    sequence    INTEGER NOT NULL,
    previous    BLOB,
    seconds     INTEGER NOT NULL,
    nanos       INTEGER NOT NULL,
    trigger     TEXT NOT NULL,
    tool        TEXT NOT NULL,
    goal        TEXT NOT NULL,
    session     TEXT NOT NULL,
    policy      TEXT NOT NULL,
    tags        TEXT NOT NULL,
    root        BLOB NOT NULL,
    coverage    BLOB NOT NULL,
    created     INTEGER NOT NULL,
    modified    INTEGER NOT NULL,
    deleted     INTEGER NOT NULL,
    origin      BLOB,
    announced   BLOB NOT NULL,
    claims      BLOB,
    git_commit  TEXT,
    git_branch  TEXT,
    replaces    BLOB,
    removed_by  INTEGER REFERENCES operation,
    replaced_by BLOB REFERENCES snapshot DEFERRABLE INITIALLY DEFERRED) WITHOUT ROWID;
INSERT INTO snapshot VALUES(X'5a788765ce4643b24fd34a3076e6fa49011253c9c4016e395820dcbd013d8931',1,'project',1,NULL,1794864963,266511566,'manual','','first of format 1','','','',X'9a6dc4893e05905299a2b410ab20d5ce74e9fcb400278b2ed0f3898d24d60e4f',X'87a5e0529a1e47c000be6042ab60007a4f95524cda5fab4a223e9617d360f7f3',1,0,0,NULL,X'00',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO snapshot VALUES(X'8bb25f07e2a0315e7df938851eded2a8ac899034397809ea851ff3e261e4611d',1,'project',2,X'5a788765ce4643b24fd34a3076e6fa49011253c9c4016e395820dcbd013d8931',1794864963,538793249,'manual','','second','run-1','','',X'a1209c0233943f8a65283aa084629ac5c801d9f36b6b27fb78818f47415556f2',X'f9108fc16063d1f515e535b5703a6d7bc77bf2e72c25b03a45c30b4be180e98e',1,1,0,NULL,X'00',NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE session (
    id               TEXT PRIMARY KEY,
    tool             TEXT NOT NULL,
    goal             TEXT NOT NULL,
    started_seconds  INTEGER NOT NULL,
    started_nanos    INTEGER NOT NULL,
    ended_seconds    INTEGER,
    ended_nanos      INTEGER,
    outcome          TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO session VALUES('run-1','','',1794864963,538793249,NULL,NULL,'');
CREATE TABLE milestone (
    id              INTEGER PRIMARY KEY,
    subject_id      INTEGER NOT NULL REFERENCES subject,
    title           TEXT NOT NULL,
    description     TEXT NOT NULL,
    tags            TEXT NOT NULL,
    first_sequence  INTEGER NOT NULL,
    last_sequence   INTEGER NOT NULL,
    seconds         INTEGER NOT NULL,
    nanos           INTEGER NOT NULL,
    UNIQUE (subject_id, title),
    UNIQUE (subject_id, first_sequence));
INSERT INTO milestone VALUES(1,1,'Start','','',1,2,1794864964,14163096);
CREATE TABLE pin (
    snapshot  BLOB PRIMARY KEY REFERENCES snapshot,
    reason    TEXT NOT NULL,
    seconds   INTEGER NOT NULL,
    nanos     INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO pin VALUES(X'5a788765ce4643b24fd34a3076e6fa49011253c9c4016e395820dcbd013d8931','',1794864963,764435718);
CREATE TABLE verified (snapshot BLOB PRIMARY KEY REFERENCES snapshot) WITHOUT ROWID;
CREATE TABLE preserved_patch (
    snapshot  BLOB PRIMARY KEY REFERENCES snapshot,
    patch     BLOB NOT NULL,
    split     INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE policy_run (
    policy      TEXT NOT NULL,
    trigger     TEXT NOT NULL,
    seconds     INTEGER NOT NULL,
    nanos       INTEGER NOT NULL,
    PRIMARY KEY (policy, trigger)) WITHOUT ROWID;
CREATE TABLE pack (
    id          INTEGER PRIMARY KEY,
    kind        TEXT NOT NULL,
    compressed  INTEGER NOT NULL,
    raw_size    INTEGER NOT NULL,
    data        BLOB NOT NULL);
INSERT INTO pack VALUES(1,'FILES',0,4,X'6f6e650a');
INSERT INTO pack VALUES(2,'TREES',1,440,X'28b52ffd60b800cd080006903b32804d3a6033d0c70c906240b020b41db89c72f06c3291624bf93972cf94644add25118251482214029132f03ffb93bde79601380029002b00fc6e4d0315c620c8b29050c0d1d92091f8601868fc09c377807c4a2c4c442aa211078f89e2a092494189c8647c844c44170ff1cb52044101d565fd36c93379cacbf2bf300d7bc3b578cb471f767a486d8569a808a3a4ec13c16b841fe55b027eee9563790a5bd250af6a4bcb79cb98a10e5ff48e7e796318a79772acda6998f2376ea3b017ef3c7edb0028198cb53f4f8f4e6d13e0e7766daa2af5d9f6ebf555ba16d0fe3c3d3a7561cf736d939cf35cce61ba82010f00370f03644d4ed9f93456bc56e3eccacd4ef7a7fc709e63d370600c68ca51548c32e1d384a6a2');
INSERT INTO pack VALUES(3,'FILES',0,6,X'620a74776f0a');
INSERT INTO pack VALUES(4,'TREES',1,493,X'28b52ffd60ed009d0a00541201020305612e747874a40386dddbaf0dcc868689010427dd8ed44a83ff94d557f9fd0412ed5a8cbca69ea04922d88c01184a07300a5a030562020263829989b6fd954f72baaf2fc64bc2e2f01d692d4de72986ea808f6e99813f010200000612086d65746164617461142e636f6e74696e75652d726561736f6e696e672f00042e676974082e7673636f6465062e696465612f000974656d706f72617279052a2e746d706c6f67072a2e6361636865092e44535f53746f725468756d62732e6462000c646570656e64656e636965730d6e6f64655f6d6f64756c65732f0564697374066275696c640c5f5f70795f5f052a2e707963000967656e6572617465640a2a5f6f75747075742e2a726573756c082a5f646174610b2a2e67656e65726174656400001000370f03644d4ed9f93456bc56e3eccacd4ef7a7fc709e63d370600c68ca51548c32e13384d2625e444101');
CREATE TABLE chunk (
    hash    BLOB PRIMARY KEY,
    pack    INTEGER NOT NULL,
    offset  INTEGER NOT NULL,
    size    INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO chunk VALUES(X'2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806',1,0,4);
INSERT INTO chunk VALUES(X'9a6dc4893e05905299a2b410ab20d5ce74e9fcb400278b2ed0f3898d24d60e4f',2,0,53);
INSERT INTO chunk VALUES(X'87a5e0529a1e47c000be6042ab60007a4f95524cda5fab4a223e9617d360f7f3',2,53,387);
INSERT INTO chunk VALUES(X'0263829989b6fd954f72baaf2fc64bc2e2f01d692d4de72986ea808f6e99813f',3,0,2);
INSERT INTO chunk VALUES(X'27dd8ed44a83ff94d557f9fd0412ed5a8cbca69ea04922d88c01184a07300a5a',3,2,4);
INSERT INTO chunk VALUES(X'a1209c0233943f8a65283aa084629ac5c801d9f36b6b27fb78818f47415556f2',4,0,106);
INSERT INTO chunk VALUES(X'f9108fc16063d1f515e535b5703a6d7bc77bf2e72c25b03a45c30b4be180e98e',4,106,387);
CREATE TABLE cached_directory (
    id          INTEGER PRIMARY KEY,
    subject_id  INTEGER NOT NULL,
    path        BLOB NOT NULL,
    tree        BLOB NOT NULL,
    stats       BLOB NOT NULL,
    UNIQUE (subject_id, path));
INSERT INTO cached_directory VALUES(1,1,X'',X'a1209c0233943f8a65283aa084629ac5c801d9f36b6b27fb78818f47415556f2',X'd899d58b95c6a5f42101020305612e747874a40386dddbaf0dcc868689010427dd8ed44a83ff94d557f9fd0412ed5a8cbca69ea04922d88c01184a07300a5a0305622e747874a40386dddbaf0dcc86868901020263829989b6fd954f72baaf2fc64bc2e2f01d692d4de72986ea808f6e99813f0186dddbaf0dcc86868901ca8599010186dddbaf0dcc86868901cf859901');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('operation',4);
CREATE INDEX snapshot_by_sequence ON snapshot (subject_id, sequence, id, replaced_by);
CREATE UNIQUE INDEX snapshot_in_chain ON snapshot (subject_id, sequence) WHERE replaces IS NULL;
CREATE UNIQUE INDEX snapshot_in_view ON snapshot (subject_id, sequence) WHERE replaced_by IS NULL;
CREATE INDEX snapshot_by_place ON snapshot (replaced_by) WHERE replaced_by IS NOT NULL;
CREATE INDEX snapshot_by_time ON snapshot (subject_id, seconds, nanos);
CREATE INDEX snapshot_by_previous ON snapshot (previous);
CREATE INDEX snapshot_by_session ON snapshot (session, seconds, nanos) WHERE session <> '';
CREATE INDEX snapshot_present ON snapshot (subject_id, seconds, nanos, sequence) WHERE removed_by IS NULL AND replaced_by IS NULL;
CREATE INDEX snapshot_claiming ON snapshot (subject_id, sequence) WHERE claims IS NOT NULL;
CREATE INDEX operation_by_snapshot ON operation (snapshot) WHERE snapshot IS NOT NULL;
CREATE INDEX chunk_by_pack ON chunk (pack, offset, size);
COMMIT;
PRAGMA user_version = 1;
