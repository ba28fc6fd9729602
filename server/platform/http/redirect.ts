import type { FastifyReply } from 'fastify'
import { ApiError } from './errors.ts'

type Redirect = {
  /** Begins with one slash. A part of it may come from the address that was asked for. */
  path: string
  /** Of another installation, where an organisation has moved to; without it, the browser stays where it is. */
  origin?: string
  status: 301 | 302
}

/**
 * One of the two ways to send a browser elsewhere. A path that begins with two slashes names another host, and browsers read a backslash as a
 * slash: a stranger could make a link of ours that leads to a page of theirs.
 */
export function redirectTo(reply: FastifyReply, { path, origin = '', status }: Redirect): FastifyReply {
  if (!isPlainPath(path)) throw new ApiError('route_unknown')
  return reply.redirect(origin + path, status)
}

/** The other one: back to the page that a payment was begun on, whose address was checked against the organisation's hosts when it came. */
export function redirectToReturn(reply: FastifyReply, address: string): FastifyReply {
  const { protocol, href } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') throw new ApiError('route_unknown')
  return reply.redirect(href, 303)
}

export const isPlainPath = (path: string): boolean => /^\/(?![/\\])[^\\\s]*$/.test(path)
