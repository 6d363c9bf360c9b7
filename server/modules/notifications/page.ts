import texts from '../../../locales/en/mail.json' with { type: 'json' }
import pageTexts from '../../../locales/en/pages.json' with { type: 'json' }
import { plainPage } from '../../http/plainPage.ts'
import { escapeHtml } from '../../text/markup.ts'

const { unsubscribe_page: pages } = texts

type Page = keyof typeof pages

/** A whole page for somebody who came from a mail, without a session and perhaps without scripts. */
export function page(name: Page): string {
  const words: { title: string; body: string; button?: string } = pages[name]
  const form =
    words.button === undefined
      ? ''
      : `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${escapeHtml(words.button)}</button></form>`
  return plainPage({
    title: words.title,
    content: `<section><p>${escapeHtml(words.body)}</p>${form}</section>`,
    // Through the login, for whoever is not logged in.
    links: [{ label: pageTexts.to_settings, path: '/discordia/dashboard?tab=settings' }],
    isPersonal: true,
  })
}
