import { query } from '#src/platform/http/client.ts'
import { contactViewSums } from './contract.ts'

export const viewSums = query(contactViewSums, {})
