import { PICTURE_SLOTS, type PictureSlot } from '#contract/siteKit.ts'
import { t } from '../i18n.ts'
import { Section } from '../parts/Section.tsx'
import { PictureField } from './PictureField.tsx'

const slotsOf = (prefix: string) => PICTURE_SLOTS.filter((slot) => slot.startsWith(prefix))
const HEROES = slotsOf('hero-')
const DEFAULTS = slotsOf('default-')

type Props = { onVisit: (slot: PictureSlot) => void }

/** Pictures of pages, and those of records that have none of their own. @param onVisit gets the slot in use */
export const PagesTab = ({ onVisit }: Props) => {
  const fields = (slots: readonly PictureSlot[]) =>
    slots.map((slot) => (
      <div key={slot} onFocusCapture={() => onVisit(slot)}>
        <PictureField slot={slot} />
      </div>
    ))
  return (
    <>
      <p className="desk-quiet">{t('site.pages_intro')}</p>
      <Section title={t('site.heroes')}>{fields(HEROES)}</Section>
      <Section title={t('site.defaults')}>{fields(DEFAULTS)}</Section>
    </>
  )
}
