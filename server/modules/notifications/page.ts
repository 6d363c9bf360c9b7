import texts from '../../../locales/en/mail.json' with { type: 'json' }
import pageTexts from '../../../locales/en/pages.json' with { type: 'json' }
import { plainPage } from '../../http/plainPage.ts'
import { escapeHtml } from '../../text/markup.ts'

const { unsubscribe_page: pages } = texts

type Page = keyof typeof pages

/** For a reader who came from a mail: needs neither a session nor scripts. */
export function page(name: Page): string {
  const words: { title: string; body: string; button?: string } = pages[name]
  const form =
    words.button === undefined
      ? ''
      : `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${escapeHtml(words.button)}</button></form>`
  return plainPage({
    title: words.title,
    content: `<section><p>${escapeHtml(words.body)}</p>${form}</section>`,
    // Redirects to the login without a session.
    links: [{ label: pageTexts.to_settings, path: '/discordia/dashboard?tab=settings' }],
    isPersonal: true,
  })
}
