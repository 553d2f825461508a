import type { Trial } from './trial.ts'
import { database } from './trials/database.ts'
import { killed } from './trials/killed.ts'
import { outside } from './trials/outside.ts'
import { provider } from './trials/provider.ts'
import { raced } from './trials/races.ts'

export const trials: Trial[] = [...killed, ...database, ...provider, ...raced, ...outside]
