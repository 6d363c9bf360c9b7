import { skipToken } from '@reduxjs/toolkit/query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useParams } from 'react-router'
import type { RuleEntryId } from '#contract/ids.ts'
import type { ListedIn } from '#contract/languages.ts'
import { rulePath } from '#contract/publicPages.ts'
import type { BasicRuleEntry, QuickRuleEntry } from '#contract/rules.ts'
import { idIn } from '#src/platform/urlParts.ts'
import { pictureOrDefault } from '#src/store/http/pictures.ts'
import type { AppDispatch, PageData, RootState } from '#src/store/reducer.ts'
import { type FoundRules, rulesApi } from '#src/store/rules/api.ts'
import { Button, LinkButton } from '#src/ui/Button.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import type { Elements } from '#src/ui/elements.ts'
import { Hero } from '#src/ui/Hero.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { LinkList } from '#src/ui/LinkList.tsx'
import { Picture } from '#src/ui/Picture.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { TranslationLinks } from '#src/ui/TranslationLinks.tsx'
import { useListedIn, useTextLanguage } from '#src/ui/useLanguage.ts'
import { Mentions } from '../linking/Mentions.tsx'
import { NoSections, RuleSections, useRuleSections } from './RuleSections.tsx'
import type { RuleEntry } from './ruleFilters.ts'
import {
  RULES_PATH,
  type RuleItemState,
  type RulesState,
  readItemState,
  ruleItemPath,
} from './ruleNavigation.ts'

const listedEntries = ({ api }: RootState): RuleEntry[] =>
  Object.values(api.queries).flatMap((list) =>
    [listRuleEntries.name, listQuickEntries.name].includes(list?.endpointName ?? '')
      ? ((list?.data as FoundRules<RuleEntry> | undefined)?.entries ?? [])
      : [],
  )

type Fetch<Entry> = (dispatch: AppDispatch, entry: Entry, listedIn: ListedIn) => void

const fetchBasic: Fetch<BasicRuleEntry> = (dispatch, { id, subcategory }, listedIn) => {
  void dispatch(listRuleSubEntries.initiate(id))
  if (subcategory === null) return
  void dispatch(listRuleEntries.initiate({ subcategory: String(subcategory), ...listedIn }))
}

const fetchQuick: Fetch<QuickRuleEntry> = (dispatch, { id, quick_subcategory }, listedIn) => {
  void dispatch(listQuickSubEntries.initiate(id))
  if (quick_subcategory === null) return
  void dispatch(listQuickEntries.initiate({ subcategory: String(quick_subcategory), ...listedIn }))
}

/** Fetches a rule that a cached list has: its URL contains neither its kind nor its sub-category. */
const fetchListedRule: PageData['fetch'] = async (dispatch, { params, listedIn }) => {
  const id = idIn<RuleEntryId>(params['id'])
  const entries = dispatch((_, getState) => listedEntries(getState()))
  const basic = entries.find((entry) => entry.id === id && entry.type === 'basic')
  const quick = entries.find((entry) => entry.id === id && entry.type === 'quick')
  if (basic?.type === 'basic') fetchBasic(dispatch, basic, listedIn)
  if (quick?.type === 'quick') fetchQuick(dispatch, quick, listedIn)
}

/** Random number from 0 up to, but not including, 1. Tests pass their own source. */
export type Random = () => number

/** Up to `count` different items in random order; the list stays as it is (ruling 24). */
export function draw<T>(items: readonly T[], count: number, random: Random = Math.random): T[] {
  const rest = [...items]
  const drawn: T[] = []
  while (rest.length > 0 && drawn.length < count) {
    drawn.push(...rest.splice(Math.floor(random() * rest.length), 1))
  }
  return drawn
}

const RELATED_MAX = 3

type Props = { entry: RuleEntry; rulesQuery?: string; random: Random }

function RuleSide({ isMentioned, ...props }: Props & { isMentioned: boolean }) {
  const { t } = useTranslation()
  const { entry } = props
  return (
    <aside aria-label={t('rules.information')} className="space-y-8 print:hidden">
      <div>
        <h2 className="font-heading text-xl font-bold text-gold-deep">
          {t(entry.type === 'quick' ? 'rules.quick_rule' : 'rules.basic_rule')}
        </h2>
        <Picture
          {...pictureOrDefault(entry, 'rule')}
          alt={entry.title}
          width={960}
          height={640}
          sizes="(min-width: 1024px) 19rem, 100vw"
          className="mt-3 aspect-3/2 w-full rounded"
        />
      </div>
      <SidePart heading={t('rules.related')}>
        <RelatedEntries {...props} />
      </SidePart>
      <SidePart heading={t('rules.references')}>
        {/* As specified: always this sentence (ruling 25). */}
        <p role="status" className="mt-2 text-ink-soft">
          {t('rules.no_references')}
        </p>
      </SidePart>
      {isMentioned && <Mentions term={{ kind: 'rule', id: entry.id }} level={3} />}
    </aside>
  )
}

function SidePart({ heading, children }: { heading: string; children: Elements }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-heading text-lg font-bold">
        {heading}
      </h3>
      {children}
    </section>
  )
}

/** Others of the same sub-category. Each type has its own list: their ids are not the same (ruling 24). */
function RelatedEntries({ entry, ...rest }: Props) {
  const isQuick = entry.type === 'quick'
  const subcategory = isQuick ? entry.quick_subcategory : entry.subcategory
  const query = { subcategory: String(subcategory), ...useListedIn() }
  const basic = rulesApi.useListRuleEntriesQuery(query, { skip: isQuick || subcategory === null })
  const quick = rulesApi.useListQuickEntriesQuery(query, { skip: !isQuick || subcategory === null })
  const { currentData, isFetching } = isQuick ? quick : basic

  if (!currentData && isFetching)
    return (
      <Skeleton count={2} className="mt-2 space-y-2">
        <SkeletonBlock className="h-8" />
      </Skeleton>
    )
  const others: RuleEntry[] = (currentData?.entries ?? []).filter(({ id }) => id !== entry.id)
  return <RandomEntries key={`${entry.type}-${entry.id}`} others={others} {...rest} />
}

type RandomProps = Omit<Props, 'entry'> & { others: readonly RuleEntry[] }

/** Up to three, chosen at random on mount: neither a render nor a refetch chooses again. */
function RandomEntries({ others, rulesQuery, random }: RandomProps) {
  const { t } = useTranslation()
  const [chosen] = useState(() => draw(others, RELATED_MAX, random))
  if (chosen.length === 0)
    return (
      <p role="status" className="mt-2 text-ink-soft">
        {t('rules.no_related')}
      </p>
    )
  return (
    <LinkList
      links={chosen.map((related) => ({
        to: ruleItemPath(related.id),
        title: related.title,
        language: related.language,
        state: { entry: related, rulesQuery } satisfies RuleItemState,
      }))}
    />
  )
}

const { findRule, listRuleEntries, listQuickEntries, listRuleSubEntries, listQuickSubEntries } =
  rulesApi.endpoints

export const pageData: PageData = {
  prefetch: fetchListedRule,
  fetch: async (dispatch, { params, listedIn }) => {
    const id = idIn<RuleEntryId>(params['id'])
    if (id === null) return
    const { data } = await dispatch(findRule.initiate({ id, kind: 'basic', ...listedIn }))
    if (data?.type === 'basic') await dispatch(listRuleSubEntries.initiate(id))
    if (data?.type === 'quick') await dispatch(listQuickSubEntries.initiate(id))
  },
}

/** The rule of the navigation state, or found by its id in the lists (ruling 23). */
function RuleItemPage({ random = Math.random }: { random?: Random }) {
  const { t } = useTranslation()
  const id = idIn<RuleEntryId>(useParams().id)
  const { entry: given, kind = 'basic', rulesQuery } = readItemState(useLocation().state, id)
  const listedIn = useListedIn()
  const isSought = id !== null && !given
  const result = rulesApi.useFindRuleQuery(isSought ? { id, kind, ...listedIn } : skipToken)
  const entry = given ?? (result.data?.id === id ? result.data : undefined) ?? undefined
  const isSearching = isSought && !entry && result.isFetching
  const heading = entry?.title ?? t('navbar.rule_item')

  return (
    <>
      <title>{t('navbar.page_title', { heading })}</title>
      <RuleHeader title={isSearching ? undefined : heading} entry={entry} rulesQuery={rulesQuery} />
      <div className="mx-auto grid min-h-screen max-w-page gap-x-16 gap-y-14 px-4 pt-10 pb-24 sm:pt-14 lg:grid-cols-[minmax(0,1fr)_19rem] print:block print:pt-0">
        {entry ? (
          <RuleBody entry={entry} rulesQuery={rulesQuery} random={random} />
        ) : (
          // The grid would stretch a message to the height of the window.
          <div>
            {isSought && result.isError && !result.isFetching ? (
              <ErrorState onRetry={result.refetch} />
            ) : (
              !isSearching && <NoSections />
            )}
          </div>
        )}
      </div>
    </>
  )
}

/** What follows the sections comes with them: on a phone they would push it down. */
function RuleBody(props: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { entry, rulesQuery } = props
  const { data, isFetching } = useRuleSections(entry)
  const isWhole = data !== undefined || !isFetching
  const handleNext = () => {
    if (entry.nextId === null) return
    const state: RuleItemState = { kind: entry.type, rulesQuery }
    void navigate(ruleItemPath(entry.nextId), { state })
  }
  return (
    <>
      <div>
        <RuleSections entry={entry} />
        {isWhole && entry.nextId !== null && (
          <div className="mt-12 max-w-measure border-t border-line pt-6 text-end print:hidden">
            <Button variant="primary" onClick={handleNext}>
              {t('rules.next')}
              <Icon name="arrowRight" />
            </Button>
          </div>
        )}
      </div>
      {isWhole && <RuleSide {...props} isMentioned={data?.[0]?.mentioned === true} />}
    </>
  )
}

type RuleHeaderProps = {
  title: string | undefined
  entry: RuleEntry | undefined
  rulesQuery?: string
}

function RuleHeader({ title, entry, rulesQuery = '' }: RuleHeaderProps) {
  const { t } = useTranslation()
  const langOf = useTextLanguage()
  return (
    <Hero
      picture="rules"
      size="low"
      heading={title}
      headingLang={entry ? langOf(entry.language) : undefined}
    >
      <div className="print:hidden">
        <LinkButton
          to={{ pathname: RULES_PATH, search: rulesQuery }}
          state={{ isReturn: true } satisfies RulesState}
          variant="quiet"
          icon="arrowLeft"
          className="-ms-5 forced-colors:ms-0"
        >
          {t('rules.back')}
        </LinkButton>
        <TranslationLinks translations={entry?.translations} pathOf={rulePath} />
      </div>
      {title === undefined && (
        <Skeleton className="mt-4 w-[85vw] max-w-3xl">
          <SkeletonBlock className="h-14 w-3/5" />
        </Skeleton>
      )}
    </Hero>
  )
}

export { RuleItemPage as Screen }
