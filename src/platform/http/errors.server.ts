import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '#src/platform/db/open.server.ts'
import { problemType } from './contract.ts'
import { Problem, type ProblemBody } from './problem.ts'

declare module 'fastify' {
  interface FastifyReply {
    problem?: string
  }
}

/** Refused because of all the others: there may be thousands of them, and the log of answers has each. */
export const isOverload = (error: unknown) => error instanceof Problem && error.code === 'overloaded'

export const isUnavailable = (error: unknown) =>
  isDatabaseAway(error) || (error instanceof Problem && error.status === 503)

function problemFor(error: unknown): ProblemBody | Problem {
  if (error instanceof Problem) return error
  const { code = '', statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Problem('unsupported-media-type')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Problem('too-large')
  if (isDatabaseAway(error)) return new Problem('unavailable')
  // Other libraries have status codes too: what a payment provider answered us is not what we answer a visitor.
  if (code.startsWith('FST_') && statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return unreadable(statusCode)
  }
  return plainProblem(500, 'failed', 'Something went wrong on our side.')
}

/** The body of an error that is none of `kinds`. */
export function plainProblem(status: number, code: string, title: string): ProblemBody {
  return { type: 'about:blank', title, status, code }
}

export const unreadable = (status: number) => plainProblem(status, 'unreadable', 'The request cannot be read.')

/** Every error leaves as `application/problem+json`, without a word about how the server is made inside. */
export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply, send = sendProblem) {
  // The client disconnected mid-request: not an error.
  const isGone = request.raw.destroyed && !request.raw.complete
  const problem = isGone ? unreadable(400) : problemFor(error)
  const body = problem instanceof Problem ? problem.body : problem
  reply.problem = body.code
  if (body.status >= 500 && !isOverload(error)) request.log.error({ err: error }, 'request failed')
  if (problem instanceof Problem && problem.retryAfter) reply.header('retry-after', problem.retryAfter)
  return send(reply, { ...body, ...(body.status >= 500 ? { requestId: request.id } : {}) })
}

export const sendProblem = (reply: FastifyReply, body: ProblemBody) =>
  reply.code(body.status).header('cache-control', 'no-store').type(problemType).send(body)
