import * as z from 'zod/mini'

/** Text of several lines: trimmed, NFC, and of control characters only those that end a line or set it in. */
export const text = (most: number) =>
  z.string('must be filled in').check(
    z.trim(),
    z.normalize('NFC'),
    z.minLength(1, 'must be filled in'),
    z.maxLength(most, `must have at most ${most} characters`),
    z.refine(
      (written) => written.isWellFormed() && !/[^\P{Cc}\n\r\t]|[\u202A-\u202E\u2066-\u2069]/u.test(written),
      'must not contain control characters',
    ),
  )
