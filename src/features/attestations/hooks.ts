import { query } from '#src/platform/http/client.ts'
import { listAttestations, ownAttestations } from './contract.ts'

export const ownAttested = query(ownAttestations, {})
export const attestationsOf = (id: string) => query(listAttestations, { id })
