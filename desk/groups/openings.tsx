import { DataTable, useRecordContext } from 'react-admin'
import { deskCalls } from '#contract/deskCalls.ts'
import type { DeskOpening } from '#contract/openings.ts'
import { languageName, listed, t } from '../i18n.ts'
import { ActionButton, ConfirmButton, ReasonButton } from '../parts/ActionButton.tsx'
import { RowLink, TimeColumn } from '../parts/columns.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import { DeskShow } from '../parts/DeskPages.tsx'
import { PageBody } from '../parts/PageFrame.tsx'
import { Fact, Facts, NameLink, Section } from '../parts/PageParts.tsx'
import type { Screens } from '../parts/screens.tsx'
import { momentOf } from '../parts/times.ts'
import { actionOf, messageOf, useAction, useResponse } from '../parts/useAction.ts'

const { close, getSwitch, setSwitch } = deskCalls.openings

/** Whether members see openings at all, and the button that changes it. */
const OpeningSwitch = () => {
  const { data, error } = useResponse(getSwitch, {})
  const { attempt, run, isBusy } = useAction()
  if (error) return <p role="alert">{messageOf(error)}</p>
  if (data === undefined) return null
  return (
    <div className="desk-actions">
      <p>{data.is_on ? t('openings.switch_on') : t('openings.switch_off')}</p>
      {data.is_on ? (
        <ConfirmButton
          isDangerous
          label={t('openings.turn_off')}
          onConfirm={() => attempt(actionOf(setSwitch, { is_on: false }, t('openings.turned_off')))}
          text={t('openings.turn_off_sure')}
          title={t('openings.turn_off_ask')}
        />
      ) : (
        <ActionButton
          disabled={isBusy}
          isPrimary
          onClick={() => run(actionOf(setSwitch, { is_on: true }, t('openings.turned_on')))}
        >
          {t('openings.turn_on')}
        </ActionButton>
      )}
    </div>
  )
}

const OpeningList = () => (
  <>
    <OpeningSwitch />
    <DeskList sort={{ field: 'created_at', order: 'DESC' }}>
      <DataTable.Col
        disableSort
        render={({ group }: DeskOpening) => <RowLink>{group.name}</RowLink>}
        source="group.name"
      />
      <DataTable.Col disableSort source="owner.username" />
      <DataTable.Col disableSort source="plays" />
      <DataTable.Col disableSort source="free" />
      <DataTable.Col
        disableSort
        render={({ requests }: DeskOpening) => requests > 0 && String(requests)}
        source="requests"
      />
      <TimeColumn isDay source="created_at" />
    </DeskList>
  </>
)

const Closing = ({ opening: { id, group } }: { opening: DeskOpening }) => {
  const { attempt } = useAction()
  const names = { group: group.name }
  const closing = (reason: string) => ({
    ...actionOf(close, { id, reason }, t('openings.close_done', names)),
    pathAfter: '/openings',
  })
  return (
    <Section title={t('openings.close')}>
      <ReasonButton
        field={t('openings.close_field')}
        keep={t('openings.keep')}
        label={t('openings.close')}
        note={t('openings.close_note')}
        onReason={(reason) => attempt(closing(reason))}
        title={t('openings.close_ask', names)}
      />
    </Section>
  )
}

const Opening = () => {
  const opening = useRecordContext<DeskOpening>()
  if (!opening) return null
  const { group, owner, languages, mode, beginners } = opening
  return (
    <PageBody>
      <Facts>
        <Fact label={t('resources.openings.fields.group.name')}>
          <NameLink id={group.id} name={group.name} resource="groups" />
        </Fact>
        <Fact label={t('groups.owner')}>
          <NameLink id={owner.id} name={owner.username} resource="members" />
        </Fact>
        <Fact label={t('resources.openings.fields.plays')}>{opening.plays}</Fact>
        <Fact label={t('openings.languages')}>
          {listed(languages.map((code) => languageName(code)))}
        </Fact>
        <Fact label={t('openings.where')}>
          {[t(`openings.mode.${mode}`), opening.place].filter((part) => part !== '').join(', ')}
        </Fact>
        <Fact label={t('openings.rhythm')}>{opening.rhythm}</Fact>
        <Fact label={t('openings.beginners')}>{t(beginners ? 'openings.yes' : 'openings.no')}</Fact>
        <Fact label={t('openings.content_notes')}>{opening.content_notes}</Fact>
        <Fact label={t('resources.openings.fields.free')}>{String(opening.free)}</Fact>
        <Fact label={t('resources.openings.fields.requests')}>{String(opening.requests)}</Fact>
        <Fact label={t('openings.changed')}>{momentOf(opening.updated_at)}</Fact>
      </Facts>
      <Closing opening={opening} />
    </PageBody>
  )
}

const OpeningPage = () => (
  <DeskShow>
    <Opening />
  </DeskShow>
)

/** Groups that look for players. */
export const openings: Screens = {
  list: OpeningList,
  show: OpeningPage,
  recordRepresentation: 'group.name',
}
