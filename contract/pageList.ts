import { calls, tables } from './calls.ts'

type Page = Extract<(typeof tables)[keyof typeof tables], { readonly pages: object }>['pages'][number]

/** Pages that always exist, with the titles and leads that the site shows. */
export const PUBLIC_PAGES: readonly Page[] = Object.values(tables).flatMap<Page>((noun) =>
  'pages' in noun ? noun.pages : [],
)

/** Paths of the calls whose responses a device may store. */
export const OFFLINE_PATHS: readonly string[] = calls.filter(({ offline }) => offline).map(({ path }) => path)
