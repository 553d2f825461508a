import { statfs } from 'node:fs/promises'

/** Below it an operator is told: PostgreSQL ends when nothing is left, and starts only once there is room again. */
export const littleFree = 0.05

/** What of the disk of a folder is free for its user, from 0 to 1. */
export async function freeShare(folder: string) {
  const { blocks, bfree, bavail } = await statfs(folder)
  return bavail / (blocks - bfree + bavail)
}
