-- Version 1: runs, steps and what belongs to them, exchanges with models, findings. docs/archive.md explains.
--
-- Whole numbers of 64 bits without sign are kept in two's complement. JSON is text. The last column of every table is
-- the checksum of the columns before it. `position` counts from 0 in the order of writing.

CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  problem TEXT NOT NULL,
  file TEXT NOT NULL,
  directory TEXT NOT NULL,
  options TEXT NOT NULL, -- JSON
  seed INTEGER NOT NULL,
  version TEXT NOT NULL,
  machine TEXT NOT NULL,
  begun TEXT NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;

CREATE TABLE run_end (
  run INTEGER NOT NULL REFERENCES run (id),
  position INTEGER NOT NULL,
  reason TEXT NOT NULL, -- JSON
  ended TEXT NOT NULL,
  checksum INTEGER NOT NULL,
  PRIMARY KEY (run, position)
) STRICT;

-- Each content once, however many steps of however many runs proposed it; the trigger below keeps digests unique. They
-- come in no order, so that every new one goes to another page of their index: it holds the last 8 digits only, which
-- makes it small and new candidates cheap.
CREATE TABLE candidate (
  id INTEGER PRIMARY KEY,
  digest TEXT NOT NULL,
  form TEXT NOT NULL,
  content TEXT NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;

CREATE INDEX candidate_digest ON candidate (substr(digest, -8));

CREATE TABLE step (
  run INTEGER NOT NULL REFERENCES run (id),
  number INTEGER NOT NULL CHECK (number >= 0),
  proposer TEXT NOT NULL,
  random INTEGER NOT NULL,
  candidate INTEGER REFERENCES candidate (id),
  notes TEXT CHECK ((notes IS NULL) = (candidate IS NULL)), -- JSON
  repeats INTEGER CHECK (repeats < number),
  score REAL,
  failure TEXT NOT NULL,
  evaluations INTEGER NOT NULL,
  seconds REAL NOT NULL,
  tokens INTEGER NOT NULL,
  dollars REAL NOT NULL,
  joules REAL NOT NULL,
  committed REAL NOT NULL, -- seconds of the run's time
  parents INTEGER NOT NULL, -- how many rows of lineage belong to it; so that a lost row is noticed
  verdicts INTEGER NOT NULL CHECK (verdicts IN (0, 1)), -- how many rows of verdict
  series INTEGER NOT NULL, -- how many rows of samples
  checksum INTEGER NOT NULL,
  PRIMARY KEY (run, number),
  FOREIGN KEY (run, repeats) REFERENCES step (run, number)
) STRICT;

CREATE TABLE lineage (
  run INTEGER NOT NULL,
  step INTEGER NOT NULL,
  position INTEGER NOT NULL,
  parent INTEGER NOT NULL CHECK (parent < step),
  role TEXT NOT NULL,
  checksum INTEGER NOT NULL,
  PRIMARY KEY (run, step, position),
  FOREIGN KEY (run, step) REFERENCES step (run, number),
  FOREIGN KEY (run, parent) REFERENCES step (run, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE verdict (
  run INTEGER NOT NULL,
  step INTEGER NOT NULL,
  status TEXT NOT NULL,
  valid INTEGER NOT NULL CHECK (valid IN (0, 1)),
  evidence TEXT NOT NULL, -- JSON
  checksum INTEGER NOT NULL,
  PRIMARY KEY (run, step),
  FOREIGN KEY (run, step) REFERENCES step (run, number)
) STRICT;

CREATE TABLE samples (
  run INTEGER NOT NULL,
  step INTEGER NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  unit TEXT NOT NULL,
  method TEXT NOT NULL,
  data BLOB NOT NULL, -- IEEE 754 doubles, 8 bytes each, least significant byte first
  checksum INTEGER NOT NULL,
  PRIMARY KEY (run, step, position),
  FOREIGN KEY (run, step) REFERENCES step (run, number)
) STRICT, WITHOUT ROWID;

-- Written before its step, which may never be committed: `step` is not a foreign key.
CREATE TABLE exchange (
  run INTEGER NOT NULL REFERENCES run (id),
  position INTEGER NOT NULL,
  step INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  digest TEXT NOT NULL,
  request TEXT NOT NULL, -- JSON
  outcome TEXT NOT NULL,
  reply TEXT NOT NULL, -- JSON
  evaluations INTEGER NOT NULL,
  seconds REAL NOT NULL,
  tokens INTEGER NOT NULL,
  dollars REAL NOT NULL,
  joules REAL NOT NULL,
  fixture INTEGER NOT NULL CHECK (fixture IN (0, 1)),
  checksum INTEGER NOT NULL,
  PRIMARY KEY (run, position)
) STRICT;

CREATE TABLE finding (
  run INTEGER NOT NULL REFERENCES run (id),
  position INTEGER NOT NULL,
  text TEXT NOT NULL,
  steps TEXT NOT NULL, -- JSON: their numbers
  data TEXT NOT NULL, -- JSON
  checksum INTEGER NOT NULL,
  PRIMARY KEY (run, position)
) STRICT;

-- Append-only. The triggers on INSERT stop INSERT OR REPLACE, which deletes without asking the others.
CREATE TRIGGER run_no_update BEFORE UPDATE ON run
BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;
CREATE TRIGGER run_no_delete BEFORE DELETE ON run
BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;
CREATE TRIGGER run_no_replace BEFORE INSERT ON run WHEN EXISTS (SELECT 1 FROM run WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;

CREATE TRIGGER run_end_no_update BEFORE UPDATE ON run_end
BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;
CREATE TRIGGER run_end_no_delete BEFORE DELETE ON run_end
BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;
CREATE TRIGGER run_end_no_replace BEFORE INSERT ON run_end WHEN EXISTS (SELECT 1 FROM run_end WHERE run = NEW.run AND position = NEW.position)
BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;

CREATE TRIGGER candidate_no_update BEFORE UPDATE ON candidate
BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;
CREATE TRIGGER candidate_no_delete BEFORE DELETE ON candidate
BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;
CREATE TRIGGER candidate_no_replace BEFORE INSERT ON candidate WHEN EXISTS (SELECT 1 FROM candidate WHERE id = NEW.id)
  OR EXISTS (SELECT 1 FROM candidate WHERE substr(digest, -8) = substr(NEW.digest, -8) AND +digest = NEW.digest)
BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;

CREATE TRIGGER step_no_update BEFORE UPDATE ON step
BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;
CREATE TRIGGER step_no_delete BEFORE DELETE ON step
BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;
CREATE TRIGGER step_no_replace BEFORE INSERT ON step WHEN EXISTS (SELECT 1 FROM step WHERE run = NEW.run AND number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;

CREATE TRIGGER lineage_no_update BEFORE UPDATE ON lineage
BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;
CREATE TRIGGER lineage_no_delete BEFORE DELETE ON lineage
BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;
CREATE TRIGGER lineage_no_replace BEFORE INSERT ON lineage WHEN EXISTS (SELECT 1 FROM lineage WHERE run = NEW.run AND step = NEW.step AND position = NEW.position)
BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;

CREATE TRIGGER verdict_no_update BEFORE UPDATE ON verdict
BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;
CREATE TRIGGER verdict_no_delete BEFORE DELETE ON verdict
BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;
CREATE TRIGGER verdict_no_replace BEFORE INSERT ON verdict WHEN EXISTS (SELECT 1 FROM verdict WHERE run = NEW.run AND step = NEW.step)
BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;

CREATE TRIGGER samples_no_update BEFORE UPDATE ON samples
BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;
CREATE TRIGGER samples_no_delete BEFORE DELETE ON samples
BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;
CREATE TRIGGER samples_no_replace BEFORE INSERT ON samples WHEN EXISTS (SELECT 1 FROM samples WHERE run = NEW.run AND step = NEW.step AND position = NEW.position)
BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;

CREATE TRIGGER exchange_no_update BEFORE UPDATE ON exchange
BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;
CREATE TRIGGER exchange_no_delete BEFORE DELETE ON exchange
BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;
CREATE TRIGGER exchange_no_replace BEFORE INSERT ON exchange WHEN EXISTS (SELECT 1 FROM exchange WHERE run = NEW.run AND position = NEW.position)
BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;

CREATE TRIGGER finding_no_update BEFORE UPDATE ON finding
BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;
CREATE TRIGGER finding_no_delete BEFORE DELETE ON finding
BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;
CREATE TRIGGER finding_no_replace BEFORE INSERT ON finding WHEN EXISTS (SELECT 1 FROM finding WHERE run = NEW.run AND position = NEW.position)
BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;
