import { useTranslation } from 'react-i18next'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { useGetOrderDetailsQuery } from '#src/store/profile/api.ts'
import { NO_DETAILS } from '#src/store/profile/orderFields.ts'
import { LoadState } from '#src/ui/LoadState.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { OrderDetailsForm } from './OrderDetailsForm.tsx'

/** Order details (behaviour 2, Details tab). */
export function DetailsTab() {
  const { t } = useTranslation()
  const result = useGetOrderDetailsQuery()

  return (
    <section>
      <h2 id="order-details-heading" className="mb-4 text-xl font-semibold">
        {t('dashboard.order_details')}
      </h2>
      <LoadState
        result={result}
        data={result.data}
        texts={useLoadTexts()}
        skeleton={<SkeletonBars count={6} />}
      >
        {(saved) => (
          <OrderDetailsForm saved={saved ?? NO_DETAILS} isReloading={result.isFetching} />
        )}
      </LoadState>
    </section>
  )
}
