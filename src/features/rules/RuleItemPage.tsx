import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useParams } from 'react-router'
import type { RuleEntryId } from '#contract/ids.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { idIn } from '#src/platform/idIn.ts'
import type { Random } from '#src/platform/random.ts'
import { Button, LinkButton } from '#src/ui/Button.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Hero } from '#src/ui/Hero.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { NoSections, RuleSections } from './RuleSections.tsx'
import { RuleSide } from './RuleSide.tsx'
import {
  RULES_PATH,
  type RuleItemState,
  type RulesState,
  readItemState,
  ruleItemPath,
} from './ruleNavigation.ts'
import { useRuleEntry } from './useRuleEntry.ts'

/** The rule of the navigation state, or found by its id in the lists (ruling 23). */
export function RuleItemPage({ random = Math.random }: { random?: Random }) {
  const { t } = useTranslation()
  const texts = useLoadTexts()
  const navigate = useNavigate()
  const id = idIn<RuleEntryId>(useParams().id)
  const { entry: given, kind = 'basic', rulesQuery } = readItemState(useLocation().state, id)
  const { entry, isSearching, isFailed, retry } = useRuleEntry(id, given, kind)
  const heading = entry?.title ?? t('navbar.rule_item')
  const handleNext = () => {
    if (!entry || entry.nextId === null) return
    const state: RuleItemState = { kind: entry.type, rulesQuery }
    void navigate(ruleItemPath(entry.nextId), { state })
  }

  return (
    <>
      <title>{t('navbar.page_title', { heading })}</title>
      <RuleHeader title={isSearching ? undefined : heading} rulesQuery={rulesQuery} />
      <div className="mx-auto grid min-h-[60vh] max-w-page gap-x-16 gap-y-14 px-4 pt-10 pb-24 sm:pt-14 lg:grid-cols-[minmax(0,1fr)_19rem] print:block print:pt-0">
        <div>
          {isFailed ? (
            <ErrorState {...texts} onRetry={retry} />
          ) : entry ? (
            <RuleSections entry={entry} />
          ) : (
            !isSearching && <NoSections />
          )}
          {entry && entry.nextId !== null && (
            <div className="mt-12 max-w-measure border-t border-line pt-6 text-end print:hidden">
              <Button variant="primary" icon="arrowRight" onClick={handleNext}>
                {t('rules.next')}
              </Button>
            </div>
          )}
        </div>
        {entry && <RuleSide entry={entry} rulesQuery={rulesQuery} random={random} />}
      </div>
    </>
  )
}

type RuleHeaderProps = {
  title: string | undefined
  /** The query of the rules page that the visitor came from. */
  rulesQuery?: string
}

function RuleHeader({ title, rulesQuery = '' }: RuleHeaderProps) {
  const { t } = useTranslation()
  return (
    <Hero picture="rules" size="low" heading={title}>
      <div className="print:hidden">
        <LinkButton
          to={{ pathname: RULES_PATH, search: rulesQuery }}
          state={{ isReturn: true } satisfies RulesState}
          variant="quiet"
          icon="arrowLeft"
          className="-ms-5"
        >
          {t('rules.back')}
        </LinkButton>
      </div>
      {title === undefined && (
        <Skeleton className="mt-4 w-[85vw] max-w-3xl">
          <SkeletonBlock className="h-14 w-3/5" />
        </Skeleton>
      )}
    </Hero>
  )
}
