import type { Trial } from './trial.ts'
import { database } from './trials/database.ts'
import { killed } from './trials/killed.ts'

/** In the order of what would hurt most. */
export const trials: Trial[] = [...killed, ...database]
