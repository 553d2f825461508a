import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installed } from '#trials/programs.ts'

/** What the two versions of control groups call the same. */
const versions = [
  {
    base: '/sys/fs/cgroup/memory',
    sign: 'memory.limit_in_bytes',
    limits: ['memory.limit_in_bytes', 'memory.memsw.limit_in_bytes'],
    noSwap: undefined,
    peak: 'memory.max_usage_in_bytes',
  },
  {
    base: '/sys/fs/cgroup',
    sign: 'cgroup.controllers',
    limits: ['memory.max'],
    noSwap: 'memory.swap.max',
    peak: 'memory.peak',
  },
]
const here = versions.find(({ base, sign }) => existsSync(join(base, sign)))

/** Why a machine with less memory cannot be acted here; undefined if it can. */
export function whyNoSmallMachine(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs Linux and root'
  if (!here) return 'needs control groups for memory in /sys/fs/cgroup'
  const missing = ['setpriv', 'taskset'].filter((name) => !installed(name))
  return missing.length > 0 ? `needs ${missing.join(' and ')} (apt-get install util-linux)` : undefined
}

/** A machine with so much memory, no swap and one core, for an ordinary user: what is run by it shares its memory. */
export function smallMachine(bytes: number, uid: number) {
  const { base, limits, noSwap, peak } = here!
  const group = join(base, `nikhad-trial-${process.pid}`)
  mkdirSync(group)
  for (const limit of limits) if (existsSync(join(group, limit))) writeFileSync(join(group, limit), String(bytes))
  if (noSwap && existsSync(join(group, noSwap))) writeFileSync(join(group, noSwap), '0')
  const read = (file: string) => readFileSync(join(group, file), 'utf8')
  return {
    /** The program and arguments that run a command on it. */
    on: (command: string[]): [string, string[]] => [
      '/bin/sh',
      [
        '-c',
        `group=$1 && uid=$2 && shift 2 && echo $$ > "$group" &&
          exec taskset -c 0 setpriv --reuid="$uid" --regid="$uid" --clear-groups "$@"`,
        'sh',
        join(group, 'cgroup.procs'),
        String(uid),
        ...command,
      ],
    ],
    /** The most that was in use at one moment since the last time this was asked, with what the kernel keeps of files. */
    peak() {
      const bytes = Number(read(peak))
      try {
        writeFileSync(join(group, peak), '0')
      } catch {
        // Older kernels of the second version keep the peak of all.
      }
      return bytes
    },
    /** Bytes of each process, what they share divided among them. */
    processes: () =>
      read('cgroup.procs')
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((pid) => ({
          name: readFileSync(`/proc/${pid}/comm`, 'utf8').trim(),
          bytes: 1024 * Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))![1]),
        })),
    /** How often the kernel has killed a process of it for want of memory. */
    killed: () =>
      Number(
        /oom_kill (\d+)/.exec(
          read(existsSync(join(group, 'memory.events')) ? 'memory.events' : 'memory.oom_control'),
        )![1],
      ),
    close: () => rmdirSync(group),
  }
}
