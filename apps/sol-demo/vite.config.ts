import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The page has a separate port, so that it is cross-origin to Popfray. */
export default defineConfig({ plugins: [react()], build: { target: 'es2023', chunkSizeWarningLimit: 1_000 } });
