import { QueryStatus } from '@reduxjs/toolkit/query'
import { createInstance, type i18n as I18n } from 'i18next'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { initReactI18next } from 'react-i18next'
import { generatePath, StaticRouter } from 'react-router'
import type { PageOf, PageRenderer, PageRequest, RenderedPage } from '#contract/pages.ts'
import { addDateWords, type DateWords } from '#shared/dateWords.ts'
import { PREVIEW_PARAM } from '#src/platform/urlParts.ts'
import { pages } from './app/pages.ts'
import { redirectOf } from './app/Router.tsx'
import { routeAt, urlOf } from './app/routes.ts'
import { SiteTree } from './app/SiteTree.tsx'
import { servedElement, servedState } from './app/served.ts'
import { commonOptions } from './i18n/language.ts'
import { baseApi } from './store/http/baseApi.ts'
import { setupStore } from './store/store.ts'

/* The renderer of the public pages: webpack makes it a bundle for Node, and the server of the site loads it. */

/** The page of this URL, by the same table as in the browser. A preview of a draft is drawn by the browser. */
async function pageOf(path: string, search: string): Promise<PageOf> {
  const found = routeAt(path)
  if (!found) return { kind: 'redirect', to: spelledAsUsual(path, search) ?? redirectOf(path) }
  const { pageData: data } = await pages[found.entry.path].load()
  const query = new URLSearchParams(search)
  if (!data || query.has(PREVIEW_PARAM)) return { kind: 'plain' }
  const shortest = (data.queryOf?.(query) ?? '').toString()
  // The trailing slash stays as requested: the menu marks the current page only if the paths agree.
  const page = generatePath(urlOf(found.entry), found.params) + (path.endsWith('/') ? '/' : '')
  const url = page + (shortest && `?${shortest}`)
  return { kind: isShell(found.entry) ? 'shell' : 'public', route: found.entry.path, url }
}

/** Tools escape more than a URL needs when they share it, such as the `&` of the news page. Null for an unknown page. */
function spelledAsUsual(path: string, search: string): string | null {
  try {
    const usual = path
      .split('/')
      .map((part) => encodeURIComponent(decodeURIComponent(part)).replaceAll('%26', '&'))
      .join('/')
    return routeAt(usual) ? usual + (search && `?${search}`) : null
  } catch {
    return null // Malformed escapes.
  }
}

const isShell = (entry: object): boolean => 'isForMembers' in entry

/** A member of whom nothing is known. */
const SOMEBODY = { session: { status: 'member', access: '', refresh: null } } as const

async function renderPage({ url, facts, texts, answer }: PageRequest): Promise<RenderedPage> {
  const [path = '', search] = url.split('?', 2)
  const found = routeAt(path)
  if (!found) throw new Error(`No page has the URL ${path}`)
  const { pageData: data } = await pages[found.entry.path].load()
  const forMembers = isShell(found.entry)
  const store = setupStore(forMembers ? SOMEBODY : undefined, {
    language: () => facts.language,
    respond: async (call) => {
      const { text, ...init } = await answer(call)
      return new Response(text, init)
    },
  })
  const { language, languages, kit = null } = facts
  const listedIn = languages === undefined ? {} : { language }
  const at = { params: found.params, query: new URLSearchParams(search), listedIn, kit }
  data?.enter?.(store.dispatch, at)
  if (!forMembers) await data?.fetch(store.dispatch, at)
  const state = store.getState()
  for (const query of Object.values(state.api.queries))
    if (query?.status === QueryStatus.rejected && !isMissing(query.error))
      throw new Error(`${query.endpointName} has failed: ${JSON.stringify(query.error)}`)

  const tree = (
    <div id="root">
      <SiteTree
        i18n={i18nOf(facts.language, texts)}
        store={store}
        facts={facts}
        router={(site) => <StaticRouter location={url}>{site}</StaticRouter>}
      />
    </div>
  )
  const { html, title } = await markupOf(tree)
  // Timers of its cache would keep the store, and the process of a command, for minutes.
  store.dispatch(baseApi.util.resetApiState())
  // The browser draws the page of the member in place of the shell: what is typed before would be lost.
  if (forMembers)
    return {
      html: html.replace(/(<main .*?aria-busy=)"false"/, '$1"true" inert'),
      title: '',
    }
  return { html: html + servedElement({ facts, state: servedState(state) }), title }
}

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === 404

/** React hoists the title: it stands before the page. */
async function markupOf(tree: ReactNode): Promise<RenderedPage> {
  const errors: unknown[] = []
  const { prelude } = await prerender(tree, {
    // No part is sent later by a script.
    progressiveChunkSize: Infinity,
    onError: (error) => void errors.push(error),
  })
  const html = await new Response(prelude).text()
  if (errors.length > 0) throw errors[0]
  const start = html.indexOf('<div id="root"')
  const [title = ''] = /<title>[^<]*<\/title>/.exec(html.slice(0, start)) ?? []
  return { html: html.slice(start), title }
}

/** One per language and set of texts. */
const instances = new WeakMap<object, I18n>()

function i18nOf(language: string, texts: { readonly dates?: DateWords }): I18n {
  // Each time: a preview of a draft has others.
  addDateWords(language, texts.dates)
  const known = instances.get(texts)
  if (known) return known
  const i18n = createInstance()
  void i18n.use(initReactI18next).init({
    ...commonOptions,
    lng: language,
    initAsync: false,
    resources: { [language]: { translation: texts } },
  })
  instances.set(texts, i18n)
  return i18n
}

export const renderer: PageRenderer = { pageOf, renderPage }
