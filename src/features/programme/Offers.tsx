import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentId } from '#contract/ids.ts'
import { OFFERS_MAX, type OwnOffer, type Programme } from '#contract/programme.ts'
import { articlePath } from '#contract/publicPages.ts'
import { useAppSelector } from '#src/store/hooks.ts'
import { programmeApi } from '#src/store/programme/api.ts'
import { refusalText } from '#src/store/refusals.ts'
import { selectIsMember } from '#src/store/session/slice.ts'
import { Button, LinkButton } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { ThingRow } from '#src/ui/ShowMore.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { OfferForm } from './OfferForm.tsx'

type Props = { event: ContentId; programme: Programme }

/** The tables that the reader has offered, and the form for another one. */
export function Offers({ event, programme: { offers, tables, takes_offers } }: Props) {
  const { t } = useTranslation()
  const isMember = useAppSelector(selectIsMember)
  const [dialog, setDialog] = useState<{ open: boolean; offer?: OwnOffer }>({ open: false })
  const close = () => setDialog({ ...dialog, open: false })
  const led = tables.filter(({ is_mine, cancelled_at }) => is_mine && !cancelled_at)
  if (!takes_offers && offers.length === 0) return null
  const mayOffer = takes_offers && offers.length + led.length < OFFERS_MAX
  return (
    <div tabIndex={-1} className="mt-8 font-sans text-ui outline-none print:hidden">
      {offers.length > 0 && (
        <>
          <h3 className="font-heading text-xl font-bold">{t('programme.offers')}</h3>
          <ul className="max-w-2xl divide-y divide-line">
            {offers.map((offer) => (
              <OfferRow
                key={offer.id}
                offer={offer}
                onChange={() => setDialog({ open: true, offer })}
              />
            ))}
          </ul>
        </>
      )}
      {isMember && mayOffer && (
        <Button icon="plus" className="mt-3" onClick={() => setDialog({ open: true })}>
          {t('programme.offer')}
        </Button>
      )}
      {isMember && takes_offers && !mayOffer && (
        <p className="mt-3 text-ink-soft">{t('programme.offers_full', { count: OFFERS_MAX })}</p>
      )}
      {!isMember && (
        <LinkButton
          to="/auth/login"
          state={{ returnTo: `${articlePath(event)}#programme` }}
          className="mt-3"
        >
          {t('programme.log_in_to_offer')}
        </LinkButton>
      )}
      <Modal
        open={dialog.open}
        onClose={close}
        title={t(dialog.offer ? 'programme.change_title' : 'programme.offer')}
        isStatic
      >
        <OfferForm event={event} offer={dialog.offer} onDone={close} />
      </Modal>
    </div>
  )
}

type RowProps = { offer: OwnOffer; onChange: () => void }

function OfferRow({ offer: { id, title }, onChange }: RowProps) {
  const { t } = useTranslation()
  const [withdraw, { isLoading, error }] = programmeApi.useWithdrawOfferMutation()
  const confirm = useConfirm()
  const handleWithdraw = () =>
    confirm({
      title: t('programme.withdraw_title'),
      text: t('programme.withdraw_text', { title }),
      yes: t('programme.withdraw_title'),
      no: t('programme.withdraw_keep'),
      action: () => void withdraw(id),
    })
  return (
    <ThingRow name={title} facts={<span>{t('programme.offer_waits')}</span>}>
      <Button aria-label={t('programme.change_name', { title })} onClick={onChange}>
        {t('planning.change')}
      </Button>
      <Button
        variant="danger"
        aria-label={t('programme.withdraw_name', { title })}
        busy={isLoading}
        onClick={handleWithdraw}
      >
        {t('openings.withdraw')}
      </Button>
      <FormError message={error && t(refusalText(error, 'openings.send_failed'))} />
    </ThingRow>
  )
}
