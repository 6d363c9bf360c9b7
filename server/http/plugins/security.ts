import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import helmet from '@fastify/helmet'
import { originsIn } from '../../config/env.ts'
import type { App, Deps } from '../deps.ts'

/**
 * The flip-book library writes its one style sheet into the page, first empty, then this content. Only these
 * two pass; the browser tests fail when an update of the library changes them.
 */
const FLIP_BOOK_STYLES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-68ovwuVEgP4KP6803CNhdg6S0jCfEydjM4sM/Qdnc5o='",
]

/** Of this host alone: what runs on its sub-domains may not speak TLS. Seconds. */
export const HSTS = { maxAge: 31_536_000, includeSubDomains: false }

/** What the build has written about the site: its pages call these, whatever the environment says now. */
const BUILT = resolve('dist/settings.json')

function builtOrigins(): string[] {
  if (!existsSync(BUILT)) return []
  const built = JSON.parse(readFileSync(BUILT, 'utf8')) as Record<string, string>
  const { API_BASE_URL, EMAILJS_ORIGIN } = built
  return originsIn([API_BASE_URL, EMAILJS_ORIGIN])
}

/**
 * The browser's own shields. Tokens live in local storage as specified, so a foreign script would be an
 * account: none runs here (ruling 54). Answers of the API are never kept on the way unless they say so.
 */
export async function secureHeaders(app: App, { settings }: Deps): Promise<void> {
  const https = settings.publicUrl.startsWith('https:')
  const called = [...new Set([...settings.calledOrigins, ...builtOrigins()])]
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", ...FLIP_BOOK_STYLES],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...called],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https && HSTS,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.url.startsWith('/api') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
    return payload
  })
}
