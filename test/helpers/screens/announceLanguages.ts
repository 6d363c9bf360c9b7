import { PAGE_LANGUAGES } from '#contract/pages.ts'

/** Announces languages in the head of the page, as a server does; '' removes the announcement. @param languages `en de` */
export function announce(languages: string): void {
  document.head.querySelector(`meta[name="${PAGE_LANGUAGES}"]`)?.remove()
  if (languages === '') return
  const meta = document.createElement('meta')
  Object.assign(meta, { name: PAGE_LANGUAGES, content: languages })
  document.head.append(meta)
}

afterEach(() => announce(''))
