import type { Trial } from './trial.ts'
import { answered } from './trials/answers.ts'
import { clock } from './trials/clock.ts'
import { copies } from './trials/copies.ts'
import { database } from './trials/database.ts'
import { disk } from './trials/disk.ts'
import { killed } from './trials/killed.ts'
import { outside } from './trials/outside.ts'
import { provider } from './trials/provider.ts'
import { raced } from './trials/races.ts'
import { starts } from './trials/starts.ts'
import { upgrades } from './trials/upgrades.ts'

export const trials: Trial[] = [
  ...killed,
  ...answered,
  ...database,
  ...starts,
  ...disk,
  ...clock,
  ...provider,
  ...raced,
  ...outside,
  ...copies,
  ...upgrades,
]
