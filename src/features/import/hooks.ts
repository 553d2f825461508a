import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, failure, query } from '#src/platform/http/client.ts'
import { beginImport, listImports, sendPiece, viewImport, viewRows } from './contract.ts'
import { isAtWork, pieceBytes } from './policy.ts'

export const imports = query(listImports, {})
export const oneImport = (id: string) => query(viewImport, { id })
export const wrongRows = (id: string) => query(viewRows, { id, are: 'wrong' })

const lookAgainMs = 700
const restMs = 50_000

/** Looks again and again while the server works on it. */
export const useImport = (id: string) =>
  useSuspenseQuery({
    ...oneImport(id),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data.status) ? lookAgainMs : restMs),
  }).data

/** Sends a file piece by piece. @returns the id of its import. @throws CallFailed */
async function sendFile(file: File, told: (percent: number) => void) {
  const { insertedId: id } = await call(beginImport, { fileName: file.name, bytes: file.size })
  for (let place = 0; place * pieceBytes < file.size; place++) {
    told(Math.round((100 * place * pieceBytes) / file.size))
    const data = await base64Of(file.slice(place * pieceBytes, (place + 1) * pieceBytes))
    await call(sendPiece, { id, place, data })
  }
  return id
}

/** A file that has changed since it was chosen cannot be read. @throws CallFailed `file-unreadable` */
export const base64Of = (piece: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1]!)
    reader.onerror = () => reject(failure('file-unreadable'))
    reader.readAsDataURL(piece)
  })

export function useSending() {
  const [percent, setPercent] = useState<number>()
  async function send(file: File) {
    setPercent(0)
    try {
      return await sendFile(file, setPercent)
    } finally {
      setPercent(undefined)
    }
  }
  return { percent, send }
}
