import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { join } from 'node:path'
import helmet, { type HelmetOptions } from 'helmet'
import type { App, Deps } from '../deps.ts'
import { builtSettings, SITE_FOLDER } from './builtSite.ts'

/**
 * The flip-book library writes its one style sheet into the page: first empty, then this content. The browser tests
 * fail when an update of the library changes it.
 */
const FLIP_BOOK_STYLES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-68ovwuVEgP4KP6803CNhdg6S0jCfEydjM4sM/Qdnc5o='",
]

/** Style attribute with which Headless UI hides elements; the browser tests fail when an update of it changes that. */
const HIDDEN =
  'position:fixed;top:1px;left:1px;width:1px;height:0;padding:0;margin:-1px;overflow:hidden;clip:rect(0, 0, 0, 0);white-space:nowrap;border-width:0'
const HIDDEN_STYLES = ["'unsafe-hashes'", digestOf(HIDDEN), digestOf(`${HIDDEN};display:none`)]

/** Excludes sub-domains, which may not support TLS. */
const HSTS = { maxAge: 31_536_000, includeSubDomains: false }

type Directives = Record<string, string[]>
type Security = {
  readonly directives: Directives
  readonly referrerPolicy: HelmetOptions['referrerPolicy']
  /** Responses below these paths are not stored by caches unless they say so. */
  readonly apiBases: readonly string[]
}

/**
 * Tokens are in local storage as specified, so a foreign script could take over an account: the policy admits none
 * (ruling 54).
 */
export const secureSite = (app: App, { settings }: Deps): void => {
  secure(app, settings.publicUrl, {
    directives: {
      scriptSrc: ["'self'", ...inlineScripts(SITE_FOLDER).map(digestOf)],
      styleSrc: ["'self'", ...FLIP_BOOK_STYLES, ...HIDDEN_STYLES],
      workerSrc: ["'self'"],
      connectSrc: ["'self'", ...builtOrigins()],
      ...(isHttps(settings.publicUrl) && { upgradeInsecureRequests: [] }),
    },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    apiBases: ['/api'],
  })
}

/** Styles may be in the page, because react-admin writes them there. */
export const secureDesk = (app: App, { settings }: Deps, apiBase: string): void =>
  secure(app, settings.publicUrl, {
    directives: {
      styleSrc: ["'self'", "'unsafe-inline'"],
      mediaSrc: ["'self'", 'blob:'],
      // Previews are pages of the site.
      frameSrc: [new URL(settings.publicUrl).origin],
      // The checklist tries whether this browser opens the site.
      imgSrc: [...OWN_PICTURES, new URL(settings.publicUrl).origin],
    },
    referrerPolicy: { policy: 'no-referrer' },
    // Files of the site are served under the site's own URLs.
    apiBases: [apiBase, '/api'],
  })

const OWN_PICTURES = ["'self'", 'data:', 'blob:']

function secure(
  app: App,
  publicUrl: string,
  { directives, referrerPolicy, apiBases }: Security,
): void {
  const headers = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        imgSrc: OWN_PICTURES,
        mediaSrc: ["'self'"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...directives,
      },
    },
    strictTransportSecurity: isHttps(publicUrl) && HSTS,
    referrerPolicy,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
  })
  app.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value)
    done()
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const isOfApi = apiBases.some((base) => request.url.startsWith(base))
    if (isOfApi && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    return payload
  })
}

/** The same for every request: written once, since that takes a twentieth of a short call. */
function headersOf(options: HelmetOptions): ReadonlyMap<string, string> {
  const written = new Written(new IncomingMessage(new Socket()))
  // helmet throws its errors.
  helmet(options)(written.req, written, () => undefined)
  return written.headers
}

/** Keeps the names as they are written: `getHeaders` has them in lower case. */
class Written extends ServerResponse {
  readonly headers = new Map<string, string>()
  override setHeader(name: string, value: number | string | readonly string[]): this {
    this.headers.set(name, String(value))
    return this
  }
}

/** Hash source of a policy. */
function digestOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

const isHttps = (url: string): boolean => url.startsWith('https:')

/** Other origins that the built pages call; a path has the origin of the site. */
export function builtOrigins(built = builtSettings()): string[] {
  const urls = [built['API_BASE_URL'], built['EMAILJS_ORIGIN']]
  const origins = urls.map((url) => URL.parse(url ?? '')?.origin ?? 'null')
  return [...new Set(origins)].filter((origin) => origin !== 'null')
}

/** The scripts in the page of the built site, for the security policy. @param root folder of the site */
function inlineScripts(root: string): string[] {
  const page = join(root, 'index.html')
  if (!existsSync(page)) return []
  const scripts = readFileSync(page, 'utf8').matchAll(/<script>(.*?)<\/script>/gs)
  return [...scripts].map(([, script = '']) => script)
}
