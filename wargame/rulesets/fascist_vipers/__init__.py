"""Crush the Fascist Vipers!"""
