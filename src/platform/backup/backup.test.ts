import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import { packTar, unpackTar } from 'modern-tar'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { migrate, migrationNames } from '#src/platform/db/migrate.server.ts'
import { aboutPackage } from '#src/platform/root.server.ts'
import {
  backedUp,
  database,
  dataDir,
  demo,
  filledIn,
  fingerprint,
  folder,
  newFile,
  restored,
} from '#tests/backups.server.ts'
import { emptyDatabase, testConfig, worldForThisTest } from '#tests/world.server.ts'
import { backup } from './backup.server.ts'
import { keepErasures, readErasures, readErasuresOfBackup } from './erasures.server.ts'
import { openBackupFile } from './file.server.ts'
import { restore } from './restore.server.ts'

/** The backup with other members, as somebody with the usual tools would put it together. */
async function repacked(
  path: string,
  change: (name: string, text: string) => string | undefined,
  more: Parameters<typeof packTar>[0] = [],
) {
  const members = await unpackTar(zstdDecompressSync(await readFile(path)), { strict: true })
  const changed = members.flatMap(({ header, data }) => {
    const body = change(header.name, String(Buffer.from(data!)))
    return body === undefined ? [] : [{ header: { ...header, size: Buffer.byteLength(body) }, body }]
  })
  const copy = newFile()
  await writeFile(copy, zstdCompressSync(await packTar([...changed, ...more])))
  return copy
}

const rowsIn = async (pool: pg.Pool) =>
  (await pool.query(`select (select count(*) from users) + (select count(*) from audit_log) as n`)).rows[0].n

test('X9 Y2: a backup, taken while the site is written to, is one moment of it, and comes back row by row', async () => {
  const source = await demo()
  let isWriting = true
  let written = 0
  // A person and the biodata in one transaction each: a backup that is no moment would have one without the other.
  const writing = (async () => {
    while (isWriting) {
      await source.pool.query(
        `with person as (insert into users (name, email) values ('পারভীন', 'w${written}@x.example') returning id)
         insert into audit_log (action, subject_id) select 'wrote', id from person`,
      )
      written++
    }
  })()
  await expect.poll(() => written).toBeGreaterThan(5)
  const path = await backedUp(source.pool)
  const during = written
  isWriting = false
  await writing
  const one = await database(emptyDatabase)
  const { manifest } = await restored(one.pool, path)
  const { rows } = await one.pool.query(
    `select (select count(*)::integer from users where name = 'পারভীন') as people, (select count(*)::integer from audit_log where action = 'wrote') as lines`,
  )
  expect(rows[0].people).toBe(rows[0].lines)
  expect(rows[0].people).toBeLessThanOrEqual(during + 1)
  expect(manifest.people).toBe(242 + rows[0].people)

  const quiet = await backedUp(source.pool)
  const two = await database(emptyDatabase)
  await restored(two.pool, quiet)
  expect(await fingerprint(two.pool)).toEqual(await fingerprint(source.pool))
  // It goes on as the first would have: numbers, totals, triggers.
  const number = `insert into biodata (${filledIn}) select ${filledIn.replace('id,', 'u.id,').replace('name,', 'b.name,')}
    from users u, biodata b where u.email = 'new@demo.example' and b.number = 1 returning number`
  expect((await two.pool.query(number)).rows).toEqual((await source.pool.query(number)).rows)
  expect(await fingerprint(two.pool)).toMatchObject({ biodata_count: (await fingerprint(source.pool)).biodata_count })
  await expect(two.pool.query('delete from audit_log')).rejects.toThrow('only be added to')
})

test('X9: only its owner can read the file, which is there whole or not at all', async () => {
  const source = await demo()
  const path = await backedUp(source.pool)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  // The last step fails: a folder has the name.
  const taken = newFile()
  await mkdir(taken)
  for (const path of [taken, join(folder, 'no/such/folder')])
    await expect(backup(source.pool, { path }, { dataDir })).rejects.toThrow(/EISDIR|ENOENT/)
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('X9: a file that was cut, altered, or is something else is refused whole and leaves nothing', async () => {
  const source = await demo()
  const path = await backedUp(source.pool)
  const { size } = await stat(path)
  const target = await database(emptyDatabase)
  const flipped = async (at: number) => {
    const bytes = await readFile(path)
    bytes[at]! ^= 1
    const copy = newFile()
    await writeFile(copy, bytes)
    return copy
  }
  const cut = async (to: number) => {
    const copy = newFile()
    await copyFile(path, copy)
    await truncate(copy, to)
    return copy
  }
  const damaged = [
    ...(await Promise.all([20, size >> 2, size >> 1, size - 40, size - 1].map(flipped))),
    ...(await Promise.all([size - 1, size - 32, size - 1000, size >> 1, 30].map(cut))),
  ]
  const longer = newFile()
  await writeFile(longer, Buffer.concat([await readFile(path), Buffer.from('more')]))
  for (const copy of [...damaged, longer])
    await expect(restored(target.pool, copy)).rejects.toThrow('is damaged or cut off')
  const archive = newFile()
  await writeFile(archive, zstdCompressSync(await packTar([{ header: { name: 'a', size: 1 }, body: 'a' }])))
  for (const copy of [await flipped(0), await cut(0), await cut(3), archive])
    await expect(restored(target.pool, copy)).rejects.toThrow('is no backup of Nikhad')
  const newer = await repacked(path, (name, text) => (name === 'manifest.json' ? text.replace(': 2', ': 3') : text))
  await expect(restored(target.pool, newer)).rejects.toThrow('newer version of Nikhad')
  await expect(restored(target.pool, join(folder, 'none'))).rejects.toThrow('there is no such file')
  expect((await target.pool.query(`select from pg_tables where schemaname = 'public'`)).rowCount).toBe(0)
})

test('X9: a backup is a tar archive in zstd, and in age with a passphrase: a manifest, tables as text, files', async () => {
  const { pool } = await demo()
  const from = join(folder, 'open')
  await mkdir(from)
  await writeFile(join(from, 'secret'), 'what the demo made once')
  const [open, sealed] = [newFile(), newFile()]
  await backup(pool, { path: open }, { dataDir: from })
  await backup(pool, { path: sealed, passphrase: 'a passphrase for tests' }, { dataDir: from })
  const decrypter = new Decrypter()
  decrypter.addPassphrase('a passphrase for tests')
  const decrypted = await decrypter.decrypt(new Uint8Array(await readFile(sealed)))
  for (const bytes of [await readFile(open), decrypted]) {
    const members = await unpackTar(zstdDecompressSync(bytes), { strict: true })
    const { version, tables, people } = JSON.parse(String(Buffer.from(members[0]!.data!)))
    expect(members.map(({ header }) => header.name)).toEqual([
      'manifest.json',
      ...tables.map(({ name }: { name: string }) => `tables/${name}/0001.tsv`),
      'files/secret',
    ])
    expect(new Set(members.map(({ header }) => header.mode))).toEqual(new Set([0o600]))
    expect(version).toBe(aboutPackage().version)
    const users = members.find(({ header }) => header.name === 'tables/users/0001.tsv')!
    const [names, ...rows] = String(Buffer.from(users.data!)).trimEnd().split('\n')
    expect(names!.split('\t')).toEqual(tables.find(({ name }: { name: string }) => name === 'users').columns)
    expect(rows).toHaveLength(people)
    expect(rows.filter((row) => row.split('\t').includes('new@demo.example'))).toHaveLength(1)
  }
})

test('X9: a large table is in parts of whole rows, and comes back', { tags: 'trial' }, async () => {
  const source = await database()
  // 200 KB in each row, with what COPY writes in another way.
  await source.pool.query(`
    insert into outbox (recipient, language, kind, content, due_at)
    select n || '@x.example', 'en', 'reset', jsonb_build_object('link', repeat(E'a\tb\\c\n' || md5(n::text), 5000)), now()
    from generate_series(1, 100) n`)
  const path = await backedUp(source.pool)
  const members = await unpackTar(zstdDecompressSync(await readFile(path)), { strict: true })
  const parts = members.filter(({ header }) => header.name.startsWith('tables/outbox/'))
  expect(parts.map(({ header }) => header.name)).toEqual(
    parts.map((_, i) => `tables/outbox/${String(i + 1).padStart(4, '0')}.tsv`),
  )
  expect(parts.length).toBeGreaterThan(2)
  for (const { data } of parts) expect(data!.at(-1)).toBe(10)
  const target = await database(emptyDatabase)
  await restored(target.pool, path)
  expect(await fingerprint(target.pool)).toEqual(await fingerprint(source.pool))
})

test('X9: an archive that another program has put together is refused where it lacks a table or leads elsewhere', {
  tags: 'trial',
}, async () => {
  const path = await backedUp((await demo()).pool)
  const target = await database(emptyDatabase)
  const evil = { header: { name: 'files/../evil', size: 1 }, body: 'x' }
  const wrong = [
    [
      await repacked(path, (name, text) => (name === 'tables/sessions/0001.tsv' ? undefined : text)),
      'lacks the tables',
    ],
    [await repacked(path, (_, text) => text, [evil]), 'which is nothing of Nikhad'],
    [
      await repacked(path, (_, text) => text, [{ header: { name: 'tables/pg_class/0001.tsv', size: 0 } }]),
      'does not name tables/pg_class',
    ],
  ] as const
  for (const [file, says] of wrong) await expect(restored(target.pool, file)).rejects.toThrow(says)
  expect((await target.pool.query(`select from pg_tables where schemaname = 'public'`)).rowCount).toBe(0)
  expect(existsSync(join(dataDir, '../evil'))).toBe(false)
})

test('X9: with a passphrase nothing can be read without it, and nothing can be altered', {
  tags: 'trial',
}, async () => {
  const source = await demo()
  const passphrase = 'a passphrase for tests'
  const open = await readFile(await backedUp(source.pool))
  const path = await backedUp(source.pool, passphrase)
  const target = await database(emptyDatabase)
  await expect(restored(target.pool, path)).rejects.toThrow('is encrypted. Set BACKUP_PASSPHRASE')
  await expect(restored(target.pool, path, { passphrase: 'another passphrase' })).rejects.toThrow('another passphrase')
  // Zstandard begins its frames so; encrypted bytes look like nothing, and those of two files are not alike.
  const zstandard = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
  expect(open.includes(zstandard)).toBe(true)
  const bytes = await readFile(path)
  expect(bytes.includes(zstandard)).toBe(false)
  expect((await readFile(await backedUp(source.pool, passphrase))).subarray(40, 400)).not.toEqual(
    bytes.subarray(40, 400),
  )
  // Its header, and its content.
  for (const [at, says] of [
    [40, 'or was altered'],
    [bytes.length >> 1, 'is damaged or cut off'],
  ] as const) {
    const altered = newFile()
    await writeFile(altered, bytes.with(at, bytes[at]! ^ 1))
    await expect(restored(target.pool, altered, { passphrase })).rejects.toThrow(says)
  }
  const cut = newFile()
  await writeFile(cut, bytes.subarray(0, -16))
  await expect(restored(target.pool, cut, { passphrase })).rejects.toThrow('is damaged or cut off')
  await restored(target.pool, path, { passphrase })
  expect(await fingerprint(target.pool)).toEqual(await fingerprint(source.pool))
})

test('X9: a restore that fails in the middle leaves the database and the files as they were', {
  tags: 'trial',
}, async () => {
  const source = await demo()
  // A row that the tables of the target refuse, which the file itself cannot tell.
  await source.pool.query(`alter table biodata drop constraint biodata_weight_check; update biodata set weight = 31`)
  const path = await backedUp(source.pool)
  const fresh = await database(emptyDatabase)
  await expect(restored(fresh.pool, path)).rejects.toThrow('biodata_weight_check')
  expect((await fresh.pool.query(`select from pg_tables where schemaname = 'public'`)).rowCount).toBe(0)
  const used = await demo()
  const before = await fingerprint(used.pool)
  await expect(restored(used.pool, path, { replace: true })).rejects.toThrow('biodata_weight_check')
  expect(await fingerprint(used.pool)).toEqual(before)
})

test('X9: a site that is there is replaced only when that is said; its numbers are not given out again', async () => {
  const source = await demo()
  const path = await backedUp(source.pool)
  await source.pool.query(`select setval('biodata_number', 9999)`)
  const before = await fingerprint(source.pool)
  await expect(restored(source.pool, path)).rejects.toThrow('There is a site in this database already')
  expect(await fingerprint(source.pool)).toEqual(before)
  await source.pool.query(`update users set name = 'somebody else'`)
  await restored(source.pool, path, { replace: true })
  expect(await fingerprint(source.pool)).toEqual(before)
})

test('X5 X9: the backup of a demo does not become a real site, nor the other way round', async () => {
  const path = await backedUp((await demo()).pool)
  const real = await database()
  await real.pool.query(`insert into site (mode) values ('serve')`)
  await expect(restored(real.pool, path)).rejects.toThrow('of a real site, and the backup of a demo')
  await expect(restored(real.pool, path, { replace: true })).rejects.toThrow('of a real site, and the backup of a demo')
  const other = await demo()
  await expect(restored(other.pool, await backedUp(real.pool), { replace: true })).rejects.toThrow('of a demo, and')
  expect(await rowsIn(real.pool)).toBe('0')
})

test('X9 Y2 G13: a backup of an older version comes back into this one, also over a newer schema; one of a newer version is refused', {
  tags: 'trial',
}, async () => {
  const names = await migrationNames()
  const older = await database(emptyDatabase)
  await migrate(older.db, { to: names[3]! })
  await older.pool.query(`
    insert into site (mode) values ('serve');
    insert into users (name, email) select 'Person ' || n, 'p' || n || '@x.example' from generate_series(1, 50) n;
    insert into biodata (${filledIn})
      select id, name, 'Male', '1990-01-01', 'Fair', 66, 60, 'Engineer', E'a\\tb\\\\c', 'Mother', 'Dhaka', 'Sylhet', 25, 62, 55, '+8801712345678' from users`)
  const path = await backedUp(older.pool)
  expect((await older.pool.query('select from kysely_migration')).rowCount).toBe(4)
  const one = await database(emptyDatabase)
  const two = await database()
  for (const { pool, db } of [one, two]) {
    await restored(pool, path)
    expect(await migrate(db)).toEqual([])
    const { rows } = await pool.query(
      'select count(*)::integer as n, min(father_name) as father, (select count(*)::integer from notifications) as later from biodata',
    )
    expect(rows).toEqual([{ n: 50, father: 'a\tb\\c', later: 0 }])
  }
  // The clock of the question whether a biodata is still right starts where it is installed, so it differs by this moment.
  const started = ({ pool }: typeof one) => pool.query(`update site set confirming_since = '2026-11-28'`)
  await Promise.all([one, two].map(started))
  expect(await fingerprint(two.pool)).toEqual(await fingerprint(one.pool))

  await one.pool.query(`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '2030-01-01')`)
  const newer = await backedUp(one.pool)
  await expect(restored(two.pool, newer, { replace: true })).rejects.toThrow('made by a newer version')
  await expect(restored(one.pool, path)).rejects.toThrow('used by a newer version')
  // The way back from an upgrade.
  await one.pool.query("create type kind as enum ('a'); create table more (kind kind)")
  await restored(one.pool, path, { replace: true })
  expect(await migrate(one.db)).toEqual([])
  await started(one)
  expect(await fingerprint(one.pool)).toEqual(await fingerprint(two.pool))
  expect((await one.pool.query("select to_regtype('kind') as it")).rows).toEqual([{ it: null }])
})

test('R6 X9: people who left stay away when an older backup comes back, in its place or in a new one', {
  tags: 'trial',
}, async () => {
  const outside = join(folder, 'erasures')
  const world = await worldForThisTest({ config: testConfig({ erasuresFile: outside }) })
  const [leaver, stayer, later] = [
    await world.signUp('canary.leaver@example.org', 'Canary Leaver'),
    await world.signUp('stayer@example.org'),
    await world.signUp('later@example.org', 'Canary Later'),
  ]
  for (const person of [leaver, stayer, later]) await world.publish(person)
  const older = await backedUp(world.pool)
  const leave = async (person: typeof leaver) => {
    const left = await world.call('POST', '/api/me/deletion', person, { confirmation: 'a good password' })
    expect(left.status, left.text).toBe(200)
  }
  await leave(leaver)
  const newer = await backedUp(world.pool)
  await leave(later)
  // The server has written it by itself.
  await expect.poll(() => readErasures(outside)).toHaveLength(2)
  expect((await readFile(outside, 'utf8')).match(/canary|leaver|later|example/i)).toBeNull()

  const everything = async (pool: pg.Pool) => {
    const { rows } = await pool.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    )
    const texts = await Promise.all(rows.map(({ name }) => pool.query(`select t::text as it from "${name}" t`)))
    return texts.flatMap(({ rows }) => rows.map(({ it }) => it)).join('\n')
  }
  const inPlace = await restored(world.pool, older, { replace: true })
  expect(inPlace).toMatchObject({ erased: 2, manifest: { people: 3 } })
  expect(await everything(world.pool)).not.toMatch(/canary/i)
  expect((await world.call('GET', '/api/viewBioData', stayer)).status).toBe(200)
  expect((await world.call('GET', '/api/viewBioData', leaver)).status).toBe(401)

  // The database is lost: what lies outside knows it, wholly or up to the newer backup.
  const [bare, withFile, withNewer] = await Promise.all([1, 2, 3].map(() => database(emptyDatabase)))
  expect(await restored(bare!.pool, older)).toMatchObject({ erased: 0 })
  expect(await everything(bare!.pool)).toMatch(/canary leaver/i)
  expect(await restored(withFile!.pool, older, { erased: await readErasures(outside) })).toMatchObject({ erased: 2 })
  expect(await everything(withFile!.pool)).not.toMatch(/canary/i)
  const erased = await readErasuresOfBackup(await openBackupFile(newer, undefined))
  expect(erased.map(({ id }) => id)).toEqual([leaver.id])
  expect(await restored(withNewer!.pool, older, { erased })).toMatchObject({ erased: 1 })
  expect(await everything(withNewer!.pool)).not.toMatch(/canary leaver/i)
  // Of the two who left the newer backup knows one itself.
  const both = await database(emptyDatabase)
  expect(await restored(both.pool, newer, { erased: await readErasures(outside) })).toMatchObject({ erased: 1 })
  // And it stays known, for the next one.
  expect((await withNewer!.pool.query('select id from erasures')).rows).toEqual([{ id: leaver.id }])
})

test('R6 X9: who had left is read out of a backup of any size', { tags: 'trial' }, async () => {
  const { pool } = await database()
  // Not all at once: on a machine that others use too it would take longer than a statement may.
  for (let from = 1; from < 20_000; from += 2_000)
    await pool.query(
      `insert into users (name, email)
       select md5(n::text) || md5((-n)::text), n || '@x.example' from generate_series($1::int, $1::int + 1999) n`,
      [from],
    )
  await pool.query(`delete from users where email = '1@x.example'`)
  const path = await backedUp(pool)
  expect(await readErasuresOfBackup(await openBackupFile(path, undefined))).toHaveLength(1)
  // And a restore that stops in the middle says what went wrong there.
  const read = await openBackupFile(path, undefined)
  await expect(read(() => Promise.reject(new Error('enough')))).rejects.toThrow('enough')
})

test('R6: the file outside the database only grows, whatever the database knows and however it was cut', async () => {
  const { db, pool } = await database()
  const path = join(folder, 'kept')
  await pool.query(`insert into users (name, email) select 'x', n || '@x.example' from generate_series(1, 3) n`)
  expect(await readErasures(path)).toEqual([])
  await pool.query(`delete from users where email <> '3@x.example'`)
  await keepErasures(db, path)
  await keepErasures(db, path)
  const kept = await readErasures(path)
  expect(kept).toHaveLength(2)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await truncate(path, (await stat(path)).size - 30)
  await keepErasures(db, path)
  await keepErasures(db, path)
  expect(new Set((await readErasures(path)).map(({ id }) => id))).toEqual(new Set(kept.map(({ id }) => id)))
  await pool.query('truncate erasures')
  await keepErasures(db, path)
  expect((await readErasures(path)).length).toBeGreaterThanOrEqual(2)
})

test('X9 X4: what has waited since the morning is not sent again by a restore in the afternoon; where a site moves at once it is', async () => {
  const source = await database()
  const morning = new Date()
  const at = (minutes: number) => new Date(morning.getTime() + minutes * 60_000)
  const { id } = await source.db
    .insertInto('users')
    .values({ name: 'Reader', email: 'reader@mail.example' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const link = { recipient: 'reader@mail.example', language: 'en', kind: 'reset', content: { link: 'canary' } }
  const held = { ...link, kind: 'search', userId: id, notice: 'search', dueAt: at(-240) }
  const written = { ...link, kind: 'contact-form', content: { message: 'kept words' } }
  await source.db
    .insertInto('outbox')
    .values([
      { ...link, dueAt: at(-1) },
      { ...link, status: 'sending', attempts: 1, dueAt: at(9) },
      held,
      { ...held, channel: 'push' },
      { ...written, dueAt: at(-2) },
      { ...link, recipient: 'retried@mail.example', attempts: 9, dueAt: at(235) },
    ] as never)
    .execute()
  const path = await backedUp(source.pool)
  const restoredAt = async (now: Date) => {
    const { db, pool } = await database(emptyDatabase)
    await restored(pool, path, { now })
    return db.selectFrom('outbox').selectAll().orderBy('dueAt').orderBy('channel').execute()
  }
  const failed = { status: 'failed', content: null, lastError: expect.stringContaining('after the backup') }
  expect(await restoredAt(at(240))).toMatchObject([
    { ...failed, channel: 'mail', notice: 'search' },
    { ...failed, channel: 'push', notice: 'search' },
    { status: 'waiting', kind: 'contact-form', content: { message: 'kept words' } },
    failed,
    failed,
    { recipient: 'retried@mail.example', status: 'waiting', content: { link: 'canary' } },
  ])
  const moved = (await restoredAt(at(30))).map(({ status }) => status)
  expect(moved.sort()).toEqual(['sending', 'waiting', 'waiting', 'waiting', 'waiting', 'waiting'])
})

test('X9: the secret of DATA_DIR comes with it', async () => {
  const { pool } = await demo()
  const [from, into] = [join(folder, 'from'), join(folder, 'into')]
  await mkdir(from)
  await writeFile(join(from, 'secret'), 'what the demo made once')
  await writeFile(join(from, 'something else'), 'not of the site')
  const path = newFile()
  await backup(pool, { path }, { dataDir: from })
  const target = await database(emptyDatabase)
  await restore(target.pool, await openBackupFile(path, undefined), {
    dataDir: into,
    replace: false,
    erased: [],
    now: new Date(),
  })
  expect(await readdir(into)).toEqual(['secret'])
  expect(await readFile(join(into, 'secret'), 'utf8')).toBe('what the demo made once')
  expect((await stat(join(into, 'secret'))).mode & 0o777).toBe(0o600)
})

test('X9: an empty database has nothing to back up', async () => {
  const { pool } = await database(emptyDatabase)
  const path = newFile()
  await expect(backup(pool, { path }, { dataDir })).rejects.toThrow('There is nothing to back up')
  expect(existsSync(path)).toBe(false)
})

test('X9: a restore and a request that hold what the other needs do not end the restore', {
  tags: 'trial',
}, async () => {
  const source = await demo()
  const path = await backedUp(source.pool)
  const request = await source.pool.connect()
  await request.query(`begin; update users set updated_at = now() where email = 'new@demo.example'`)
  const restoring = restored(source.pool, path, { replace: true })
  const waits = `select from pg_locks where not granted and mode = 'AccessExclusiveLock' and relation = 'users'::regclass`
  await expect.poll(async () => (await request.query(waits)).rowCount).toBe(1)
  // Whichever of the two the database ends: the restore begins anew.
  await request.query('select from accounts').then(
    () => request.query('commit'),
    () => request.query('rollback'),
  )
  request.release()
  await restoring
  expect((await source.pool.query('select from users')).rowCount).toBe(242)
})
