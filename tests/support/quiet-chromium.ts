/** Features that Playwright disables by itself, repeated here: Chromium uses only the last list that it is given. */
const offByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Two internal pages that Chromium loads for the address field of each window: a tenth of what a story costs. */
const addressField = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** Arguments of a Chromium that does only what a story asks: no background network, no extra window UI, no GL. */
export const quietChromium: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...offByPlaywright, ...addressField].join(',')}`,
]
