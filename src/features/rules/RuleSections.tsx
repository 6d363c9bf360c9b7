import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { rulesApi } from '#src/store/rules/api.ts'
import { useArrival } from '#src/ui/focus.ts'
import { LinkedText } from '#src/ui/LinkedText.tsx'
import { EmptyState, LoadState } from '#src/ui/LoadState.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { useTextLanguage } from '#src/ui/useLanguage.ts'
import { useTermParts } from '../linking/useTermParts.ts'
import type { RuleEntry } from './ruleFilters.ts'

/** The sections of the entry, from the list of its type. */
export function useRuleSections(entry: RuleEntry) {
  const isQuick = entry.type === 'quick'
  const basic = rulesApi.useListRuleSubEntriesQuery(entry.id, { skip: isQuick })
  const quick = rulesApi.useListQuickSubEntriesQuery(entry.id, { skip: !isQuick })
  const { currentData: data, ...result } = isQuick ? quick : basic
  return { ...result, data }
}

export function RuleSections({ entry }: { entry: RuleEntry }) {
  const { t } = useTranslation()
  const parts = useTermParts()
  const lang = useTextLanguage()(entry.language)
  const result = useRuleSections(entry)
  const sections = result.data
  const anchors = anchorsFor((sections ?? []).map(({ title }) => title))
  useArrival(undefined, sections !== undefined)
  return (
    <LoadState
      result={result}
      skeleton={
        <Skeleton className="max-w-measure space-y-4">
          <SkeletonBlock className="h-8 w-1/2" />
          <SkeletonBlock className="h-5" />
          <SkeletonBlock className="h-5 w-11/12" />
          <SkeletonBlock className="h-5 w-2/3" />
        </Skeleton>
      }
      empty={<NoSections />}
    >
      {(loaded) => (
        <div className="max-w-measure space-y-10">
          {loaded.map(({ id, title, content, content_rich }, index) => (
            <section key={id}>
              <AnchorHeading anchor={anchors[index] ?? ''} title={title} lang={lang} />
              {content.trim() === '' ? (
                <p className="mt-2 text-ink-soft italic">{t('rules.no_content')}</p>
              ) : (
                <LinkedText
                  text={content}
                  tree={content_rich}
                  parts={parts}
                  level={3}
                  lang={lang}
                  className="mt-2 text-lg leading-relaxed"
                />
              )}
            </section>
          ))}
        </div>
      )}
    </LoadState>
  )
}

type HeadingProps = { anchor: string; title: string; lang: string | undefined }

/** A heading that links to itself, so that the URL of a section can be copied. */
function AnchorHeading({ anchor, title, lang }: HeadingProps) {
  const { state } = useLocation() as { state: unknown }
  return (
    <h2
      id={anchor}
      lang={lang}
      tabIndex={-1}
      className="group font-heading text-2xl font-bold outline-none wrap-anywhere"
    >
      {/* The link keeps the state: without it the page would search for its entry again. */}
      <Link
        to={`#${anchor}`}
        state={state}
        replace
        className="inline-block py-1 text-inherit no-underline"
      >
        <span>{title}</span>
        <span
          aria-hidden="true"
          className="ms-2 font-sans font-normal text-gold-deep opacity-0 transition-opacity group-hover:opacity-100 group-focus-within:opacity-100 print:hidden"
        >
          #
        </span>
      </Link>
    </h2>
  )
}

/** Shown for a rule without sections, and for a URL without a rule (ruling 23). */
export function NoSections() {
  const { t } = useTranslation()
  return <EmptyState message={t('rules.no_sections')} drawing="rules" />
}

const slug = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** A unique id per title. The prefix keeps them apart from the other ids of the page. */
function anchorsFor(titles: readonly string[]): string[] {
  const taken = new Set<string>()
  return titles.map((title) => {
    const base = `rule-${slug(title) || 'section'}`
    let anchor = base
    for (let count = 2; taken.has(anchor); count += 1) anchor = `${base}-${count}`
    taken.add(anchor)
    return anchor
  })
}
