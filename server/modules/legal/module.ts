import { existsSync, readFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CONDUCT_PATH, KIT } from '#contract/pages.ts'
import { type Settings, SettingsError } from '../../config/env.ts'
import { messageOf } from '../../config/thrown.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { plainPage, readersKit } from '../../http/plainPage.ts'
import { check } from '../../text/check.ts'
import { textOf } from '../../text/handMade.ts'
import { conductText } from '../../text/kit.ts'
import { markdownToHtml } from '../../text/markdown.ts'
import type { Module } from '../face.ts'
import {
  fileIn,
  LEGAL_FILES,
  LEGAL_PATH,
  legalPage,
  missingTexts,
  type Part,
  placeholder,
  type Where,
} from './texts.ts'

export const legal = {
  gives: { legalTextsOf },
  make: (): Module => ({
    site: (deps) => ({ pages: (app) => legalRoutes(app, deps) }),
    assertStart: assertLegalTexts,
    checks: [
      ({ settings, kit }) => {
        const missing = settings.legalUrl === undefined ? missingTexts(settings, kit.current()) : []
        if (missing.length === 0) return [check('legal', 'ok')]
        return [check('legal', settings.isProduction ? 'wrong' : 'open', { files: missing })]
      },
    ],
  }),
}

/** The operator's texts, or a redirect to another site. */
function legalRoutes(app: App, { settings, kit }: Pick<Deps, 'settings' | 'kit'>): void {
  const shownKit = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8')
    const stamp = new URLSearchParams(request.url.split('?', 2)[1]).get(KIT)
    const shown = (stamp !== null && (await kit.draft(stamp))) || kit.current()
    return readersKit(shown, request, reply)
  }
  app.get(LEGAL_PATH, { schema: { hide: true } }, async (request, reply) => {
    // A site built with the setting links there itself; this redirect serves older builds and bookmarks.
    if (settings.legalUrl !== undefined)
      return reply.header('cache-control', 'no-cache').redirect(settings.legalUrl)
    return reply.send(legalPage(await shownKit(request, reply), settings))
  })
  app.get(CONDUCT_PATH, { schema: { hide: true } }, async (request, reply) => {
    const shown = await shownKit(request, reply)
    const text = conductText(shown)
    if (text === undefined) throw errors.notFound()
    const content = `<section>${markdownToHtml(text)}</section>`
    return reply.send(plainPage(shown, { title: shown.texts.pages.conduct_title, content }))
  })
}

/** @throws SettingsError for a text of the operator that cannot be read */
function assertLegalTexts(settings: Where & Pick<Settings, 'languages'>): void {
  const [, ...others] = settings.languages
  const files = LEGAL_FILES.flatMap((part) =>
    [undefined, ...others].map((language) => fileIn(settings, part, language)),
  )
  for (const path of files.filter((one) => existsSync(one)))
    try {
      textOf(readFileSync(path))
    } catch (error) {
      throw new SettingsError(`LEGAL_DIR: ${path} cannot be read: ${messageOf(error)}`)
    }
}

/** What the page shows without a kit, and whether that is the operator's file, which a kit does not replace. */
function legalTextsOf({ settings, kit: source }: Pick<Deps, 'settings' | 'kit'>) {
  const kit = source.current()
  const [, ...others] = kit.languages
  const shownIn = (language?: string) => {
    const shown = (part: Part) => {
      const path = fileIn(settings, part, language)
      const is_fixed = existsSync(path)
      const text = is_fixed ? textOf(readFileSync(path)) : placeholder(part, kit.in(language))
      return { text, is_fixed }
    }
    return { privacy: shown('privacy.md'), imprint: shown('imprint.md') }
  }
  return {
    url: settings.legalUrl ?? null,
    ...shownIn(),
    ...(others.length > 0 && {
      others: Object.fromEntries(others.map((language) => [language, shownIn(language)])),
    }),
  }
}
