import { DataTable, required, TextInput } from 'react-admin'
import type { DeskVideo } from '#contract/rules.ts'
import { t } from '../i18n.ts'
import { removing } from '../parts/bulkActs.ts'
import { ActionsColumn, NameColumn, OrderColumn } from '../parts/columns.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import { RowMenu } from '../parts/RowMenu.tsx'
import { editableScreens } from '../parts/screens.tsx'
import { UploadInput } from '../parts/UploadInput.tsx'

const VideoList = () => (
  <DeskList acts={[removing]} sort={{ field: 'position', order: 'ASC' }}>
    <NameColumn source="title" />
    <DataTable.Col
      disableSort
      render={({ captions_url: url }: DeskVideo) =>
        url === null ? t('videos.not_captioned') : t('videos.captioned')
      }
      source="captions_url"
    />
    <OrderColumn />
    <ActionsColumn>
      <RowMenu />
    </ActionsColumn>
  </DeskList>
)

const Fields = () => (
  <>
    <p className="desk-quiet">{t('videos.shown_note')}</p>
    <TextInput source="title" validate={required()} />
    <UploadInput
      current="file_url"
      isRequired
      label={t('videos.film')}
      purpose="video"
      source="file_upload"
    />
    {(['webm', 'captions', 'poster'] as const).map((name) => (
      <UploadInput
        current={`${name}_url`}
        key={name}
        label={t(`videos.${name}`)}
        mayRemove
        purpose={name === 'poster' ? 'picture' : name}
        source={`${name}_upload`}
      />
    ))}
  </>
)

export const ruleVideos = editableScreens({ list: VideoList, name: 'title', fields: <Fields /> })
