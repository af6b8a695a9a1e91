import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** A page of its own on a port of its own: to Popfray it is somebody else's site. */
export default defineConfig({ plugins: [react()], build: { target: 'es2023', chunkSizeWarningLimit: 1_000 } });
