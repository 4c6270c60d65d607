import { useTranslations } from 'use-intl'

const virtualEnding = '.virtual'

/** An asset's name in the language of the page: money of the virtual account is marked so. */
export function useAssetText(): (asset: string) => string {
  const t = useTranslations('common')
  return (asset) =>
    asset.endsWith(virtualEnding) ? t('virtualAsset', { asset: asset.slice(0, -virtualEnding.length) }) : asset
}
