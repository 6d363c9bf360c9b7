import { useTranslation } from 'react-i18next'
import { Hero } from '#src/ui/Hero.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { PageHeading } from '#src/ui/PageHeading.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { RULES_PATH, type RulesState } from './ruleNavigation.ts'

type Props = {
  /** Null while loading. */
  title: string | null
  /** The query of the rules page that the visitor came from. */
  rulesQuery?: string
}

export function RuleHeader({ title, rulesQuery = '' }: Props) {
  const { t } = useTranslation()
  return (
    <Hero picture="rules" size="low">
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
      {title === null ? (
        <Skeleton className="mt-4 w-[85vw] max-w-3xl">
          <SkeletonBlock className="h-14 w-3/5" />
        </Skeleton>
      ) : (
        <PageHeading className="mt-3">{title}</PageHeading>
      )}
    </Hero>
  )
}
