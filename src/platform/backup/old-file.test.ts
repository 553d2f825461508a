import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { database, dataDir, newFile, restored } from '#tests/backups.server.ts'
import { emptyDatabase } from '#tests/world.server.ts'
import { readErasuresOfBackup } from './erasures.server.ts'
import { openBackupFile } from './file.server.ts'

// The two files were written by the last version whose backups were no tar archives. Both go with 0.2.

const plain = 'tests/old-backups/plain.backup'
const encrypted = 'tests/old-backups/encrypted.backup'
const passphrase = 'a passphrase for tests'

test('X9: a backup of the old format comes back with its files and with who had left, plain and encrypted', async () => {
  for (const [path, given] of [
    [plain, {}],
    [encrypted, { passphrase }],
  ] as const) {
    const { pool } = await database(emptyDatabase)
    const done = await restored(pool, path, given)
    expect(done).toMatchObject({ manifest: { mode: 'serve', people: 2, biodata: 2 }, erased: 0 })
    const { rows } = await pool.query(
      'select email, father_name as father from users join biodata using (id) order by 1',
    )
    expect(rows).toEqual([
      { email: '1@x.example', father: 'a\tb\\c\nপিতা' },
      { email: '2@x.example', father: 'a\tb\\c\nপিতা' },
    ])
    expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe('what the demo made once')
    const left = await readErasuresOfBackup(await openBackupFile(path, passphrase))
    expect((await pool.query('select id from erasures')).rows).toEqual(left.map(({ id }) => ({ id })))
    expect(left).toHaveLength(1)
  }
})

test('X9: a file of the old format that was cut, altered or is locked is refused', async () => {
  const [bytes, sealed] = [await readFile(plain), await readFile(encrypted)]
  const flipped = (from: Buffer) => from.with(from.length >> 1, from[from.length >> 1]! ^ 1)
  // A person who alters it can make the digest anew, but not the seal.
  const altered = flipped(sealed).subarray(0, -32)
  const digest = createHash('sha256').update(altered).digest()
  for (const [content, says] of [
    [flipped(bytes), 'is damaged or cut off'],
    [bytes.subarray(0, -1), 'is damaged or cut off'],
    [bytes.subarray(0, 30), 'is damaged or cut off'],
    [Buffer.concat([altered, digest]), 'or was altered'],
  ] as const) {
    const path = newFile()
    await writeFile(path, content)
    await expect(openBackupFile(path, passphrase)).rejects.toThrow(says)
  }
  await expect(openBackupFile(encrypted, undefined)).rejects.toThrow('is encrypted. Set BACKUP_PASSPHRASE')
  await expect(openBackupFile(encrypted, 'another passphrase')).rejects.toThrow('another passphrase than')
})
