import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RouteHost } from '../platform/http/host-router.ts'

/** A face is what people see at one address: a folder in `faces` with a `main.tsx`, built and served under `base`. */
export type Face = {
  /** The folder in `faces`. */
  name: string
  title: string
  /** Everything of the face lies below it, so that a service worker there may keep all of it. */
  base: `/${string}/`
  /** Routes that answer with the page, as the router writes them. */
  pages: string[]
  /** Headers of the page besides the policy, which win over those of every answer. */
  headers?: Record<string, string>
  /** Added to the content security policy that all faces share: directive, then sources. */
  policy?: (settings: FaceSettings, first: FirstAnswers) => Record<string, string[]>
  /** A file in the folder, served as `<base>worker.js`: the face's service worker. */
  worker?: string
  /** Files in the folder that run beside the page, by name: it finds their addresses in `#config`, under `workers`. */
  workers?: Record<string, string>
  /** Files in the folder that are served as they are, below `base`: the web manifest and its icons. */
  files?: string[]
}

/** Answers of the API by their path, as they were when the page was sent. Its script finds them in it. */
export type FirstAnswers = Record<string, unknown>

/** Registers a page or a file, with the hosts at which it answers. */
export type Get = (
  host: RouteHost,
  path: string,
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) => void

export type FaceSettings = {
  /** The publishable key that /shop/ itself sells with. */
  shopKey: string | undefined
  /** Payments may be collected by Stripe, whose script the policy then allows. */
  stripe: boolean
}

const STRIPE_SCRIPT = 'https://js.stripe.com'

const shop: Face = {
  name: 'shop',
  title: 'Tickets',
  base: '/shop/',
  // Whose it is is found out for each page: serve-shop.ts.
  pages: [],
  // What a club's own site loads: serve-shop.ts.
  workers: { embed: 'embed.ts' },
  // An organisation's logo and the picture of an event are wherever it keeps them.
  policy: ({ stripe }, first) => ({
    'img-src': ['https:'],
    'frame-ancestors': embedOrigins(first),
    'connect-src': [...issuerOf(first), ...(stripe ? ['https://api.stripe.com'] : [])],
    ...(stripe && {
      'script-src': [STRIPE_SCRIPT],
      'frame-src': [STRIPE_SCRIPT, 'https://hooks.stripe.com'],
    }),
  }),
}

/** Sites on which the club shows its shop; they alone may frame it. */
export const embedOrigins = (first: FirstAnswers): string[] =>
  ((first['/v1/storefront'] ?? {}) as { embed_origins?: string[] }).embed_origins ?? []

/** Where the club's fans sign in, which the page asks for the token. */
function issuerOf(first: FirstAnswers): string[] {
  const { sign_in } = (first['/v1/storefront'] ?? {}) as { sign_in?: { issuer: string } | null }
  return sign_in && URL.canParse(sign_in.issuer) ? [new URL(sign_in.issuer).origin] : []
}

/** With the address one has the tickets, so it must not leak: no referrer, no copy on the way, no search engine. */
const ticket: Face = {
  name: 'ticket',
  title: 'Your tickets',
  base: '/t/',
  pages: ['/t/:secret'],
  headers: { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' },
  worker: 'worker.ts',
}

/** Camera and screen are for the page alone, and not for what it might embed. */
const scan: Face = {
  name: 'scan',
  title: 'Scanner',
  base: '/scan/',
  pages: ['/scan/'],
  headers: {
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(self), screen-wake-lock=(self), serial=(self), microphone=(), geolocation=()',
  },
  // The reader of barcodes is WebAssembly, which the policy counts as code that is made at run time.
  policy: () => ({ 'script-src': ["'wasm-unsafe-eval'"], 'media-src': ["'self'", 'blob:'] }),
  worker: 'service-worker.ts',
  workers: { decode: 'decode-worker.ts' },
  files: ['manifest.webmanifest', 'icon-192.png', 'icon-512.png'],
}

/** For staff. Nothing in it makes script of text, and the browser holds it to that: no string ever reaches the page as code. */
const consoleFace: Face = {
  name: 'console',
  title: 'Grandstand',
  base: '/console/',
  pages: ['/console/', '/console/*'],
  headers: { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' },
  policy: () => ({
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
    // The preview of a mail is a page of the API's own, without script, in a frame that may do nothing.
    'frame-src': ["'self'"],
    // An organisation's logo is wherever it keeps it.
    'img-src': ['https:'],
  }),
}

/** Every face there is. */
export const faces: Face[] = [shop, ticket, scan, consoleFace]

/** Our own files and nothing from elsewhere; a face adds to it what it cannot do without. */
export function policyOf(
  face: Face,
  settings: FaceSettings,
  first: FirstAnswers = {},
  /** Hashes of the inline styles, for the content security policy. */
  styleHashes: string[] = [],
): string {
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", ...styleHashes],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    ...(face.worker !== undefined && { 'worker-src': ["'self'"] }),
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  for (const [name, sources] of Object.entries(face.policy?.(settings, first) ?? {}))
    directives[name] = [...(directives[name] ?? []), ...sources]
  const none = "'none'"
  return Object.entries(directives)
    .map(
      ([name, sources]) =>
        `${name} ${(sources.length > 1 ? sources.filter((source) => source !== none) : sources).join(' ')}`,
    )
    .join('; ')
}

/** What the page of a face, and what runs beside it, is sent with. */
export const pageHeaders = (face: Face, settings: FaceSettings, first?: FirstAnswers, styleHashes: string[] = []) => ({
  'content-security-policy': policyOf(face, settings, first, styleHashes),
  'referrer-policy': 'strict-origin-when-cross-origin',
  ...face.headers,
})
