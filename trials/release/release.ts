import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bareDebian, whyNoDebian } from '#trials/bare/debian.ts'
import { installed } from '#trials/programs.ts'
import { notRun, root } from './trial.ts'

// Makes a release and tries all of it where nothing else is: in a bare Debian, as an ordinary user, without network.

const why = whyNoDebian() ?? (installed('unshare') ? undefined : 'needs unshare (apt-get install util-linux)')
if (why) notRun('The release on a bare Debian', why)

const made = spawnSync(process.execPath, ['scripts/release.ts'], { cwd: root, stdio: 'inherit' })
if (made.status !== 0) process.exit(1)
const [file] = globSync(join(root, 'dist/release/*.tgz'))

const debian = await mkdtemp(join(tmpdir(), 'nikhad-release-trial-'))
try {
  await bareDebian(debian, [])
  await copyFile(file!, join(debian, 'tmp/release.tgz'))
  await chmod(join(debian, 'tmp/release.tgz'), 0o644)
  // Network, mounts and processes of its own: nothing comes in, and nothing stays when it ends.
  const { status } = spawnSync(
    'unshare',
    [
      ...['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'],
      ...[process.execPath, join(import.meta.dirname, 'isolated.ts'), debian],
    ],
    { cwd: root, stdio: 'inherit' },
  )
  process.exitCode = status ?? 1
} finally {
  await rm(debian, { recursive: true, force: true, maxRetries: 5 })
}
