import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { pageTexts } from './src/locales/page-texts.ts';

/** API address for the dev server: `RINGSIDE_DEV_API=http://127.0.0.1:9000 npm run dev`. */
const api = process.env['RINGSIDE_DEV_API'] ?? 'http://127.0.0.1:8080';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Writes `.br` and `.gz` files next to each text file at build time, so that the server does not compress them. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name));
    await Promise.all(
      files.map(async (name) => {
        const path = join(dir, name);
        const content = await readFile(path);
        // Files that fit into one network packet gain nothing.
        if (content.length < 1400) return;
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
        await writeFile(`${path}.br`, await toBrotli(content, { params }));
        await writeFile(`${path}.gz`, await toGzip(content, { level: 9 }));
      }),
    );
  },
});

const LOCALES = fileURLToPath(new URL('src/locales', import.meta.url));

/** Passes the available languages to `boot.js`, which runs before any module. */
const languages = (): Plugin => ({
  name: 'languages',
  transformIndexHtml: (html) => {
    const found = readdirSync(LOCALES).flatMap((name) =>
      existsSync(join(LOCALES, name, 'common.json')) ? [name] : /^[a-z]{2}\.json$/.test(name) ? [name.slice(0, 2)] : [],
    );
    return html.replace('data-languages=""', `data-languages="${found.join(' ')}"`);
  },
});

const PAGES_OF = '\0pages-of:';

/** Serves `fr/common.json?pages`: only the texts of pages that other pages show. */
const textsOfPages = (): Plugin => ({
  name: 'texts-of-pages',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('?pages') && importer !== undefined
      ? PAGES_OF + dirname(resolve(dirname(importer), source))
      : undefined,
  load(id) {
    if (!id.startsWith(PAGES_OF)) return null;
    const folder = id.slice(PAGES_OF.length);
    const files = readdirSync(folder).map((name) => join(folder, name));
    for (const file of files) this.addWatchFile(file);
    const namespaces = files.map((file) => [basename(file, '.json'), JSON.parse(readFileSync(file, 'utf8'))]);
    return `export default ${JSON.stringify(pageTexts(Object.fromEntries(namespaces)))}`;
  },
});

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), languages(), textsOfPages(), precompress()],
  server: {
    proxy: {
      '/api/': { target: api, changeOrigin: false },
      '/realtime': { target: api, ws: true, changeOrigin: false },
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined assets would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // By default the bundler creates a file for each module that two pages share: two hundred requests per page. The first matching
          // group wins. Modules that many pages share are separate from those that few pages share.
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/ },
            { name: 'start', tags: ['$initial'] },
            { name: 'icons', test: /node_modules[\\/]lucide-react/ },
            { name: 'basics', test: /node_modules/, minShareCount: 30 },
            { name: 'frame', minShareCount: 30 },
            { name: 'sign-in', test: /session[\\/](LoginPage|CodeField|SessionFrame)/ },
            { name: 'controls', test: /node_modules/, minShareCount: 4 },
            { name: 'common', minShareCount: 4 },
          ],
        },
      },
    },
  },
});
