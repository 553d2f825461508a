import { viewKeptBy } from '#src/features/users/contract.ts'
import { query } from '#src/platform/http/client.ts'
import { listGuardians, listWards } from './contract.ts'

export const guardians = query(listGuardians, {})
export const wards = query(listWards, {})
export const keeper = query(viewKeptBy, {})
