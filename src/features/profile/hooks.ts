import { query } from '#src/platform/http/client.ts'
import { viewCard, viewOwn, viewProfile } from './contract.ts'

export const ownBiodata = query(viewOwn, {})

/** Without a contact that takes a press. */
export const profileOf = (id: string) => query(viewProfile, { id, contact: 'later' })

export const cardOf = (number: number) => query(viewCard, { bioDataId: number })
