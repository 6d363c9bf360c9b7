import { useTranslation } from 'react-i18next'
import { useGetOrderDetailsQuery } from '#src/store/profile/api.ts'
import { WhenLoaded } from '../WhenLoaded.tsx'
import { OrderDetailsForm } from './OrderDetailsForm.tsx'
import { NO_DETAILS } from './orderFields.ts'

/** Where orders are sent (behaviour 2, Details tab). */
export function DetailsTab() {
  const { t } = useTranslation()
  const answer = useGetOrderDetailsQuery()

  return (
    <section>
      <h2 id="order-details-heading" className="mb-4 text-xl font-semibold">
        {t('dashboard.order_details')}
      </h2>
      <WhenLoaded answer={answer} rows={6}>
        {(saved) => (
          <OrderDetailsForm saved={saved ?? NO_DETAILS} isReloading={answer.isFetching} />
        )}
      </WhenLoaded>
    </section>
  )
}
