import { CLAIM_MAX } from '#contract/siteKit.ts'
import { t } from '../i18n.ts'
import { INTRODUCTION_TEXTS, PLATES, TOP_TEXTS } from '../parts/kitTexts.ts'
import { Section } from '../parts/Section.tsx'
import { KitTexts, SimpleField } from './Fields.tsx'
import { useKit } from './kitContext.ts'
import { PictureField } from './PictureField.tsx'

/** What the landing page shows. */
export const HomeTab = () => {
  const { state } = useKit()
  return (
    <>
      <p className="desk-quiet">{t('site.values')}</p>
      <Section title={t('site.home.top')}>
        <SimpleField
          fallback={state.defaults.claim}
          max={CLAIM_MAX}
          note={t('site.home.claim_note')}
          place="claim"
        />
        <KitTexts texts={TOP_TEXTS} />
      </Section>
      <Section note={t('site.home.introduction_note')} title={t('site.home.introduction')}>
        <KitTexts texts={INTRODUCTION_TEXTS} />
      </Section>
      <Section note={t('site.home.plates_note')} title={t('site.home.plates')}>
        {PLATES.map(({ slot, number, texts }) => (
          <section key={slot}>
            <h3>{t('site.home.plate', { number })}</h3>
            <PictureField slot={slot} />
            <KitTexts texts={texts} />
          </section>
        ))}
      </Section>
    </>
  )
}
