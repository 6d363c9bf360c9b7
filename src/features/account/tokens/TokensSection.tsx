import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type NewToken, TOKEN_DAYS_MAX, TOKEN_NAME_MAX, TOKENS_MAX } from '#contract/tokens.ts'
import { tokensApi } from '#src/store/account/tokens/api.ts'
import { LoadState } from '#src/ui/LoadState.tsx'
import { Select } from '#src/ui/Select.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { SecretsPanel } from '../../secrets/SecretsPanel.tsx'

const DAYS = [30, 90, TOKEN_DAYS_MAX] as const

/** Read-only tokens, for scripts and home dashboards. */
export function TokensSection() {
  const { t } = useTranslation()
  const result = tokensApi.useListTokensQuery(undefined, { refetchOnMountOrArgChange: true })
  const [create] = tokensApi.useCreateTokenMutation()
  const [revoke] = tokensApi.useRevokeTokenMutation()
  const [days, setDays] = useState<number>(90)
  return (
    <section aria-labelledby="tokens" className="mt-6 flex flex-col gap-4">
      <h4 id="tokens" className="text-base font-semibold">
        {t('tokens.title')}
      </h4>
      <p className="font-sans text-ui">{t('tokens.lead')}</p>
      <LoadState result={result} skeleton={<SkeletonBars count={1} />}>
        {(tokens) => (
          <SecretsPanel<NewToken>
            kind="tokens"
            secrets={tokens}
            max={TOKENS_MAX}
            nameMax={TOKEN_NAME_MAX}
            onMake={(name) => create({ name, days })}
            onEnd={revoke}
            secretOf={({ token }) => token}
            hints={() => <p className="font-sans text-ui">{t('tokens.use')}</p>}
            fields={
              <Select
                label={t('tokens.days')}
                value={days}
                options={DAYS.map((value) => ({
                  value,
                  label: t('tokens.for_days', { count: value }),
                }))}
                onChange={setDays}
                className="w-full sm:max-w-md"
              />
            }
          />
        )}
      </LoadState>
    </section>
  )
}
