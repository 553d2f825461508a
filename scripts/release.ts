import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { aboutPackage, root } from '#src/platform/root.server.ts'
import { assembleRelease } from './release/assemble.ts'

// `npm run release`: one file that a machine without network can run. All has been built when this starts.

const target = `${process.platform}-${process.arch}`
const name = `nikhad-${aboutPackage().version}`
const folder = join(root, 'dist/release')
const file = join(folder, `${name}-${target}.tgz`)

/**
 * The moment that every file in it has: of the commit, so that the same commit makes the same file, and another one lets
 * no browser take a file for the one it knows.
 */
function secondsOfCommit() {
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : String(Math.floor(Date.now() / 1000))
}

async function pack() {
  const likeAnywhere = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX']
  const tar = spawn('tar', [...likeAnywhere, `--mtime=@${secondsOfCommit()}`, '-cf', '-', name], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(tar, 'close')
  await pipeline(tar.stdout, createGzip({ level: 9 }), createWriteStream(`${file}.part`))
  const [code] = await ended
  if (code !== 0) throw new Error(`tar ended with ${code}.`)
  await rename(`${file}.part`, file)
}

async function sizeOf(folder: string) {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true })) {
    const found = await lstat(join(folder, entry))
    if (found.isFile()) bytes += found.size
  }
  return bytes
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`

if (process.platform !== 'linux') {
  console.error(`A release is made on Linux: it holds that system's Node and PostgreSQL. This is ${target}.`)
  process.exit(1)
}
await rm(folder, { recursive: true, force: true })
await mkdir(join(folder, name), { recursive: true })
await assembleRelease(join(folder, name))
const unpacked = await sizeOf(join(folder, name))
await pack()
await rm(join(folder, name), { recursive: true })
const digest = createHash('sha256')
await pipeline(createReadStream(file), digest)
console.log(
  `${file}: ${megabytes((await stat(file)).size)}, ${megabytes(unpacked)} unpacked, sha256 ${digest.digest('hex')}`,
)
