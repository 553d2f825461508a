import { mountAction } from '#src/features/admin-list/index.server.ts'
import { mountPages } from '#src/platform/http/keyset.server.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import * as contract from './contract.ts'
import { accountName, inSeveral } from './contract.ts'
import { markedParts, splitNumberIn, suspiciousStretches } from './policy.ts'
import { findFine, listSuspiciousTexts } from './queries.server.ts'

/** `fields`: the texts of a biodata in the order of its form. */
export function mountOpenTexts(mount: Mount, { db, fields }: Deps & { fields: readonly string[] }) {
  mountPages(mount, contract.listSuspicious, async (wanted, viewer) => {
    const rows = await listSuspiciousTexts(db, viewer.userId, wanted)
    return rows.map(({ userId, accountName: name, role, written, ...row }) => ({
      ...row,
      person: { _id: userId, name, isAdmin: role === 'admin' },
      texts:
        row.field === inSeveral
          ? piecesIn(fields, written)
          : [marked(row.field, row.field === accountName ? name : textOf(written, row.field))],
    }))
  })

  mountAction(mount, db, findFine, contract.textIsFine)
}

type Written = Record<string, unknown> | null

/** A field's column: `aboutMe` is `about_me` in a row that the database has made into JSON. */
const textOf = (written: Written, field: string) =>
  String(written?.[field] ?? written?.[field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] ?? '')

function marked(field: string, text: string) {
  return { field, parts: markedParts(text, [...suspiciousStretches(text), ...splitNumberIn([text])[0]!]) }
}

function piecesIn(fields: readonly string[], written: Written) {
  const texts = fields.map((field) => ({ field, text: textOf(written, field) }))
  const pieces = splitNumberIn(texts.map(({ text }) => text))
  return texts.flatMap(({ field, text }, place) =>
    pieces[place]!.length > 0 ? [{ field, parts: markedParts(text, pieces[place]!) }] : [],
  )
}
